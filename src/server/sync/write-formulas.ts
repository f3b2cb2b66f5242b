import { quotedTab } from '#domain/copy/a1.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { type Patch, runsOf } from '#domain/copy/patch.ts'
import type { SheetsClient, UpdateRequest } from '#server/google/sheets-client.ts'
import type { ReadyTarget } from './make-room.ts'
import type { RecordUpTo } from './record-changes.ts'
import type { Spool } from './spool.ts'

/** Google advises against requests of more than 2 MB. The keys around a formula take most of it. */
const MAX_REQUEST_BYTES = 1_000_000
const RUN_BYTES = 150
const FORMULA_BYTES = 50

interface FormulaOptions {
  target: ReadyTarget
  formulas: Spool<Patch[]>
  /** How many cells have been written before. */
  position: number
  recordUpTo: RecordUpTo
}

/** Enters formulas as they were read: not as someone would type them, which depends on the locale of the spreadsheet. */
export async function writeFormulas(
  client: SheetsClient,
  { target, formulas, position, recordUpTo }: FormulaOptions,
): Promise<void> {
  const { spreadsheet, tab } = target
  let requests: UpdateRequest[] = []
  let [bytes, written] = [0, position]
  const send = async () => {
    if (requests.length === 0) return
    const sent = requests
    await recordUpTo(written, [])
    await client.batchUpdate({ spreadsheet, plan: () => sent, place: () => `the tab ${quotedTab(tab.title)}` })
    requests = []
    bytes = 0
  }
  for await (const patches of formulas) {
    for (const { row, column, cells } of patches.flatMap(runsOf)) {
      const [texts = []] = cells
      const values = texts.map((formula) => ({ userEnteredValue: { formulaValue: String(formula) } }))
      const start = { sheetId: tab.sheetId, rowIndex: row - 1, columnIndex: column - 1 }
      requests.push({ updateCells: { start, rows: [{ values }], fields: 'userEnteredValue' } })
      written += texts.length
      bytes += RUN_BYTES + jsonBytes(texts) + FORMULA_BYTES * texts.length
      if (bytes >= MAX_REQUEST_BYTES) await send()
    }
  }
  await send()
}
