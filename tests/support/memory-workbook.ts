import { type Area, cellArea, overlaps } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { countCells, isWrittenAs, measureArea } from '#domain/copy/patch.ts'
import { RowsText } from '#domain/copy/rows-text.ts'
import { pickFileFacts, type Spreadsheet, type Tab } from '#domain/copy/spreadsheet.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { movedRows } from '#domain/shape/keyed-patches.ts'
import { requestError } from '#engine/provider-error.ts'
import type { CellFacts, CellsRead, Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'
import type { MemoryFile } from './memory-edits.ts'
import { cellsIn, describeTab, emptyTab, factsIn, type MemoryTab, openCell, valuesIn, writeCell } from './memory-tab.ts'

type ConnectOptions = Parameters<Google['connect']>[0]
type NamedFile = Parameters<typeof pickFileFacts>[0]

const REQUEST = { account: { name: 'memory', project: 'memory' }, isRetry: false }
const READ = { ...REQUEST, kind: 'read', purpose: 'values' } as const
const WRITE = { ...REQUEST, kind: 'write', purpose: 'value_writes' } as const

/** Counts of the requests that the same work would send to Google. */
export interface RequestLog {
  entries: readonly { kind?: string; path: string }[]
  clear(): void
}

interface WorkbookOptions extends ConnectOptions {
  files: ReadonlyMap<string, MemoryFile>
  onRequest(kind: 'read' | 'write', path: string): void
}

/** Opens spreadsheets in memory for one run. */
export function openWorkbook({ files, onRequest, signal, watch }: WorkbookOptions): Workbook {
  const usage = { reads: 0, writes: 0, bytes: 0 }

  function find(file: NamedFile): MemoryFile {
    const found = files.get(file.id)
    if (!found) throw requestError({ reason: 'not_found', about: { file: pickFileFacts(file) } })
    return found
  }

  /** Finds a tab by its title. Without a title, finds the first visible tab. */
  function findTab(file: NamedFile, title: string | undefined): MemoryTab {
    const tab = find(file).tabs.find((each) => (title === undefined ? !each.isHidden : each.title === title))
    if (!tab) throw requestError({ reason: 'tab_missing', about: { file: pickFileFacts(file) } })
    return tab
  }

  function read(file: NamedFile): MemoryFile {
    signal.throwIfAborted()
    usage.reads += 1
    watch?.recorder.sent(READ)
    onRequest('read', `/v4/spreadsheets/${file.id}`)
    return find(file)
  }

  function write(file: NamedFile): MemoryFile {
    signal.throwIfAborted()
    usage.writes += 1
    watch?.recorder.sent(WRITE)
    onRequest('write', `/v4/spreadsheets/${file.id}`)
    const found = find(file)
    found.version += 1
    return found
  }

  /** Clips a range to the grid. @throws ProviderError grid_changed if its first cell is outside */
  function clip<Range extends Area>(file: NamedFile, tab: Tab, range: Range): Range {
    if (range.firstRow > tab.rowCount || range.firstColumn > tab.columnCount)
      throw requestError({ reason: 'grid_changed', about: { file: pickFileFacts(file) } })
    const lastRow = Math.min(range.lastRow, tab.rowCount)
    return { ...range, lastRow, lastColumn: Math.min(range.lastColumn, tab.columnCount) }
  }

  /** @throws ProviderError protected if other people's protection covers a part of the area */
  function requireUnprotected(file: NamedFile, { protectedAreas }: MemoryTab, area: Area): void {
    if (protectedAreas.some((each) => overlaps(each, area)))
      throw requestError({ reason: 'protected', about: { file: pickFileFacts(file), kind: 'write' } })
  }

  const describe = (id: string, tabs: readonly MemoryTab[]): Spreadsheet => {
    return { id, title: find({ id }).title, locale: DEFAULT_LOCALE, tabs: tabs.map(describeTab), otherTabs: [] }
  }
  const none = (what: string) => async () => {
    throw new Error(`Spreadsheets in memory have no ${what}`)
  }

  return {
    usage,
    accessUsed: { read: new Set(), write: new Set() },
    async getSpreadsheet(id, file) {
      return describe(id, read({ ...file, id }).tabs)
    },
    async readValues({ spreadsheet: file, range, asEntered, asksHidden, samples = [] }) {
      read(file)
      const tab = findTab(file, range.tab)
      const inGrid = { ...clip(file, tab, range), tab: tab.title }
      const rows = valuesIn(tab, inGrid, asEntered)
      const text = new RowsText(JSON.stringify(rows))
      const sampleBytes = samples.map((sample) => measureRows(valuesIn(tab, clip(file, tab, { ...range, ...sample }))))
      usage.bytes += text.json.length
      const hidden = tab.hiddenRows.filter((row) => row >= inGrid.firstRow && row <= inGrid.lastRow)
      return { rows, text, bytes: text.json.length, inGrid, sampleBytes, ...(asksHidden && { hidden }) }
    },
    async readCells<Name extends keyof CellFacts>(
      name: Name,
      { spreadsheet: file, range }: Parameters<Workbook['readCells']>[1],
    ): Promise<CellsRead<CellFacts[Name]>> {
      read(file)
      const tab = findTab(file, range.tab)
      const rows = factsIn(tab, clip(file, tab, range), name)
      const spreadsheet = { ...describe(file.id, [tab]), isPartial: true as const }
      const protectedAreas = tab.protectedAreas.map((area) => ({ ...area, open: [] }))
      const features = { merges: tab.merges, tables: [], protectedAreas, hasFilter: false }
      return {
        spreadsheet,
        rows,
        bytes: measureRows(valuesIn(tab, clip(file, tab, range))),
        ...structuredClone(features),
      }
    },
    async createOrGrowTab({ spreadsheet, tab, title, rows, columns }) {
      const { tabs } = write(spreadsheet)
      const rowCount = Math.max(rows, tab?.rowCount ?? 1)
      const columnCount = Math.max(columns, tab?.columnCount ?? 1)
      const found = tab && tabs.find(({ sheetId }) => sheetId === tab.sheetId)
      if (found) return describeTab(Object.assign(found, { rowCount, columnCount }))
      const created = emptyTab({
        sheetId: 1 + Math.max(0, ...tabs.map((each) => each.sheetId)),
        title,
        rowCount,
        columnCount,
      })
      tabs.push(created)
      return describeTab(created)
    },
    async setFormats({ spreadsheet, tab: { title }, formats }) {
      write(spreadsheet)
      const tab = findTab(spreadsheet, title)
      const areas = formats.map(({ column, firstRow, lastRow = tab.rowCount, format }) => {
        return { area: { firstRow, lastRow, firstColumn: column, lastColumn: column }, format }
      })
      for (const { area } of areas) requireUnprotected(spreadsheet, tab, area)
      for (const { area, format } of areas)
        for (let row = area.firstRow; row <= area.lastRow; row += 1)
          openCell(tab, row, area.firstColumn).format = format ?? undefined
    },
    async writeValues({ spreadsheet: file, tabTitle, patches }) {
      write(file)
      const tab = findTab(file, tabTitle)
      for (const patch of patches.filter((each) => countCells(each) > 0)) {
        const area = measureArea(patch)
        if (area.lastRow > tab.rowCount || area.lastColumn > tab.columnCount)
          throw requestError({ reason: 'grid_changed', about: { file: pickFileFacts(file), kind: 'write' } })
        requireUnprotected(file, tab, area)
      }
      for (const { row, column, cells } of patches)
        for (const [down, values] of cells.entries())
          for (const [right, value] of values.entries())
            if (value !== null) writeCell(tab, { row: row + down, column: column + right, value })
      const held = patches.map((patch) => cellsIn(tab, measureArea(patch)).map((row) => row.map(({ value }) => value)))
      return {
        isAsSent: patches.every((patch, at) => isWrittenAs(patch, held[at] ?? [])),
        moved: patches.flatMap((patch, at) => movedRows(patch, held[at] ?? [])),
      }
    },
    async setNotes({ spreadsheet, tab: { title }, notes }) {
      write(spreadsheet)
      const tab = findTab(spreadsheet, title)
      for (const note of notes) requireUnprotected(spreadsheet, tab, cellArea(note))
      for (const { row, column, text } of notes) openCell(tab, row, column).note = text || undefined
    },
    resizeTables: none('tables'),
    enterFormulas: none('formulas that are computed'),
    moveRows: none('rows that a run moves'),
    listFolder: none('folders'),
    async fileState(id) {
      onRequest('read', `/drive/v3/files/${id}`)
      const file = files.get(id)
      return file && { version: String(file.version), isInTrash: file.isInTrash, isSpreadsheet: true }
    },
    async backOff() {},
    quotaWaitMs: async () => 0,
    learnedLimits: () => new Map(),
  }
}

function measureRows(rows: readonly Cell[][]): number {
  return rows.reduce((sum, row) => sum + jsonBytes(row), 0)
}
