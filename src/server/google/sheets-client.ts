import { sheets } from '@googleapis/sheets'
import { a1Cell, a1Range } from '#domain/copy/a1.ts'
import { countCells, isWrittenAs, longestText, measureArea, type Patch } from '#domain/copy/patch.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { movedRows } from '#domain/shape/keyed-patches.ts'
import type { ValuesToWrite, Workbook, WrittenValues } from '#engine/workbook.ts'
import { createOrGrowTab, enterFormulas, resizeTables, setFormats, setNotes } from './change-tab.ts'
import { moveRows } from './move-rows.ts'
import { readCells } from './read-cells.ts'
import { readCellsInParts, readValuesInParts } from './read-in-parts.ts'
import type { ReadSizes } from './read-sizes.ts'
import { readSpreadsheet, type SheetsApi } from './read-spreadsheet.ts'
import { AS_STORED, readValues } from './read-values.ts'
import { readVisibleRows } from './read-visible-rows.ts'
import type { RequestSender } from './request-sender.ts'
import { LEFT_TO_NODE } from './through-proxy.ts'
import { formatForRepeat, receiveWritten, type ValuesWritten } from './written-values.ts'

interface ClientOptions {
  sheetsUrl: string
  sender: RequestSender
  fileState: Workbook['fileState']
  listFolder: Workbook['listFolder']
  readSizes: ReadSizes
  random: () => number
}

export function createSheetsClient({ sheetsUrl, sender, readSizes, random, ...drive }: ClientOptions): Workbook {
  const { spreadsheets } = sheets({
    version: 'v4',
    rootUrl: `${sheetsUrl}/`,
    retry: false,
    noProxy: LEFT_TO_NODE,
    params: COMPACT,
  })
  const api = { spreadsheets, sender, random }
  return {
    usage: sender.usage,
    accessUsed: sender.accessUsed,
    backOff: sender.backOff,
    ...drive,
    quotaWaitMs: ({ spreadsheet, kind, count }) =>
      sender.quotaWaitMs({ kind, count, file: pickFileFacts(spreadsheet) }),
    getSpreadsheet: (id, file) => readSpreadsheet(api, id, file),
    learnedLimits: readSizes.learned,
    readValues: (from) =>
      readValuesInParts(from, {
        sizes: readSizes,
        read: (part) => (part.asksHidden ? readVisibleRows(api, part) : readValues(api, part)),
      }),
    readCells: (fact, from) => readCellsInParts(from, { sizes: readSizes, read: (part) => readCells(api, fact, part) }),
    createOrGrowTab: (required) => createOrGrowTab(api, required),
    setFormats: (formats) => setFormats(api, formats),
    resizeTables: (tables) => resizeTables(api, tables),
    writeValues: (values) => writeValues(api, values),
    enterFormulas: (formulas) => enterFormulas(api, formulas),
    moveRows: (rows) => moveRows(api, rows),
    setNotes: (notes) => setNotes(api, notes),
  }
}

/** Prevents Google from indenting responses. Indentation more than doubles their size. */
const COMPACT = { prettyPrint: false }

/** Includes the written values in the answer, at no cost in quota. */
const ANSWER_AS_STORED = {
  includeValuesInResponse: true,
  responseValueRenderOption: AS_STORED.valueRenderOption,
  responseDateTimeRenderOption: AS_STORED.dateTimeRenderOption,
}

async function writeValues(
  { spreadsheets, sender }: SheetsApi,
  { spreadsheet, tabTitle, patches }: ValuesToWrite,
): Promise<WrittenValues> {
  const cells = patches.reduce((sum, patch) => sum + countCells(patch), 0)
  const texts = patches.map((patch) => JSON.stringify(patch.cells))
  const ranges = patches.map((patch) => a1Range({ tab: tabTitle, ...measureArea(patch) }))
  const data = texts.map((values, at) => `{"range":${JSON.stringify(ranges[at])},"values":${values}}`)
  const options = JSON.stringify({ valueInputOption: 'RAW', ...ANSWER_AS_STORED })
  const repeats = texts.map(formatForRepeat)
  const { body: held } = await sender.send<ValuesWritten>({
    kind: 'write',
    purpose: 'value_writes',
    isIdempotent: true,
    file: pickFileFacts(spreadsheet),
    call: (method) => spreadsheets.values.batchUpdate({ spreadsheetId: spreadsheet.id, requestBody: {} }, method),
    body: `${options.slice(0, -1)},"data":[${data.join(',')}]}`,
    parse: (text) => receiveWritten(text, repeats),
    cellsIn: () => cells,
    place: () => `the cell ${a1Cell({ tab: tabTitle, ...longestText(patches) })}`,
  })
  // Google does not document how it counts merged or validated cells, so a different count is only a reason to verify.
  const heldBy = (patch: Patch, at: number) => (held.isRepeated ? patch.cells : (held.blocks[at] ?? []))
  const moved = patches.flatMap((patch, at) => movedRows(patch, heldBy(patch, at)))
  const isAsSent = held.isRepeated || patches.every((patch, at) => isWrittenAs(patch, held.blocks[at] ?? []))
  return { isAsSent: isAsSent && held.cells === cells, moved }
}
