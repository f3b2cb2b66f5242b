import { readA1Range } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import { type Cell, isEmptyCell, rowWidth } from '#domain/copy/cell.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { countCells, measureArea } from '#domain/copy/patch.ts'
import { RowsText } from '#domain/copy/rows-text.ts'
import type { Spreadsheet, Tab } from '#domain/copy/spreadsheet.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { requestError } from '#engine/provider-error.ts'
import type { CellFacts, CellsRead, Provider, Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'
import type { TabSpec } from './test-provider.ts'

type ConnectOptions = Parameters<Google['connect']>[0]

const REQUEST = { account: { name: 'memory', project: 'memory' }, isRetry: false }
const READ = { ...REQUEST, kind: 'read', purpose: 'values' } as const
const WRITE = { ...REQUEST, kind: 'write', purpose: 'value_writes' } as const

interface MemoryCell {
  value: Cell
  format?: CellFormat | undefined
  note?: string | undefined
}

interface MemoryTab extends Tab {
  rows: MemoryCell[][]
}

interface MemoryFile {
  title: string
  version: number
  tabs: MemoryTab[]
}

/** Facts about cells without formulas. */
const facts: { readonly [Name in keyof CellFacts]: (cell: MemoryCell) => CellFacts[Name] } = {
  entered: enteredIn,
  computation: () => undefined,
  isSpilled: () => false,
  isResult: () => false,
  isComputed: () => false,
  format: ({ format }) => format,
  shown: ({ format, value }) => ({ format, value: value ?? '', text: String(value ?? '') }),
  formatAndComputation: ({ format }) => ({ format, computation: undefined }),
  formatComputationAndNote: ({ format, note = '' }) => ({ format, computation: undefined, note }),
  note: ({ note = '' }) => note,
  remark: (cell) => ({ entered: enteredIn(cell), note: cell.note ?? '' }),
  conversion: ({ format }) => ({ format, validation: undefined }),
  errorType: () => undefined,
  texts: ({ value }) => {
    const text = typeof value === 'string' && value !== '' ? value : undefined
    return { entered: text, shown: text }
  },
}

function enteredIn({ value }: MemoryCell): Cell | undefined {
  return isEmptyCell(value) ? undefined : value
}

function hasContent({ value, format, note }: MemoryCell): boolean {
  return !isEmptyCell(value) || format !== undefined || note !== undefined
}

export type MemoryProvider = ReturnType<typeof createMemoryProvider>

/**
 * Spreadsheets in memory: values, number formats, notes and the sizes of tabs. They have no formulas, merges, tables,
 * protected cells or folders, and rows that nobody moves; a copy that needs more has to run against the emulator.
 */
export function createMemoryProvider() {
  const files = new Map<string, MemoryFile>()

  function find(id: string): MemoryFile {
    const file = files.get(id)
    if (!file) throw requestError({ reason: 'not_found', about: { file: { id } } })
    return file
  }

  function findTab(id: string, title: string | undefined): MemoryTab {
    const tab = find(id).tabs.find((each) => title === undefined || each.title === title)
    if (!tab) throw requestError({ reason: 'tab_missing', about: { file: { id } } })
    return tab
  }

  /** The part of a range inside the grid. @throws ProviderError grid_changed if its first cell is outside */
  function clip<Range extends Area>(id: string, tab: Tab, range: Range): Range {
    if (range.firstRow > tab.rowCount || range.firstColumn > tab.columnCount)
      throw requestError({ reason: 'grid_changed', about: { file: { id } } })
    const lastRow = Math.min(range.lastRow, tab.rowCount)
    return { ...range, lastRow, lastColumn: Math.min(range.lastColumn, tab.columnCount) }
  }

  function cellsIn(tab: MemoryTab, { firstRow, lastRow, firstColumn, lastColumn }: Area): MemoryCell[][] {
    const width = lastColumn - firstColumn + 1
    return Array.from({ length: Math.max(0, Math.min(lastRow, tab.rows.length) - firstRow + 1) }, (_, down) =>
      Array.from({ length: width }, (_, right) => openCell(tab, firstRow + down, firstColumn + right, false)),
    )
  }

  function openCell(tab: MemoryTab, row: number, column: number, keeps = true): MemoryCell {
    const found = tab.rows[row - 1]?.[column - 1]
    if (found || !keeps) return found ?? { value: '' }
    while (tab.rows.length < row) tab.rows.push([])
    const cells = tab.rows[row - 1] ?? []
    while (cells.length < column) cells.push({ value: '' })
    return cells[column - 1] ?? { value: '' }
  }

  function connect({ signal, watch }: ConnectOptions): Workbook {
    const usage = { reads: 0, writes: 0, bytes: 0 }
    const count = (kind: 'reads' | 'writes') => {
      signal.throwIfAborted()
      usage[kind] += 1
      watch?.recorder.sent(kind === 'reads' ? READ : WRITE)
    }
    const describe = (id: string, tabs: readonly MemoryTab[]): Spreadsheet => ({
      id,
      title: find(id).title,
      locale: DEFAULT_LOCALE,
      tabs: tabs.map(({ rows: _, ...tab }) => tab),
      otherTabs: [],
    })
    const none = (what: string) => async () => {
      throw new Error(`Spreadsheets in memory have no ${what}`)
    }
    return {
      usage,
      accessUsed: { read: new Set(), write: new Set() },
      async getSpreadsheet(id) {
        count('reads')
        return describe(id, find(id).tabs)
      },
      async readValues({ spreadsheet: { id }, range, asksHidden, samples = [] }) {
        count('reads')
        const tab = findTab(id, range.tab)
        const inGrid = { ...clip(id, tab, range), tab: tab.title }
        const rows = trimRows(cellsIn(tab, inGrid).map((row) => row.map(({ value }) => value ?? '')))
        const text = new RowsText(JSON.stringify(rows))
        const sizes = samples.map((sample) => {
          const sampled = cellsIn(tab, clip(id, tab, { ...range, ...sample })).map((row) =>
            row.map(({ value }) => value),
          )
          return trimRows(sampled).reduce((sum, row) => sum + jsonBytes(row), 0)
        })
        usage.bytes += text.json.length
        return { rows, text, bytes: text.json.length, inGrid, sampleBytes: sizes, ...(asksHidden && { hidden: [] }) }
      },
      async readCells<Name extends keyof CellFacts>(
        name: Name,
        { spreadsheet: { id }, range }: Parameters<Workbook['readCells']>[1],
      ): Promise<CellsRead<CellFacts[Name]>> {
        count('reads')
        const tab = findTab(id, range.tab)
        const cells = cellsIn(tab, clip(id, tab, range))
        const filled = cells.map((row) => row.slice(0, row.findLastIndex(hasContent) + 1))
        const rows = filled
          .slice(0, filled.findLastIndex((row) => row.length > 0) + 1)
          .map((row) => row.map(facts[name]))
        const spreadsheet = { ...describe(id, [tab]), isPartial: true as const }
        const nothing = { merges: [], tables: [], protectedAreas: [], hasFilter: false }
        return { spreadsheet, rows, bytes: JSON.stringify(rows).length, ...nothing }
      },
      async createOrGrowTab({ spreadsheet: { id }, tab, title, rows, columns }) {
        count('writes')
        const file = find(id)
        file.version += 1
        const size = {
          rowCount: Math.max(rows, tab?.rowCount ?? 1),
          columnCount: Math.max(columns, tab?.columnCount ?? 1),
        }
        const found = tab && file.tabs.find(({ sheetId }) => sheetId === tab.sheetId)
        if (found) Object.assign(found, size)
        else file.tabs.push({ sheetId: 1 + file.tabs.length, title, isHidden: false, ...size, rows: [] })
        const { rows: _, ...grown } = found ?? findTab(id, title)
        return grown
      },
      async setFormats({ spreadsheet: { id }, tab: { title }, formats }) {
        count('writes')
        const tab = findTab(id, title)
        for (const { column, firstRow, lastRow = tab.rowCount, format } of formats)
          for (let row = firstRow; row <= lastRow; row += 1) openCell(tab, row, column).format = format ?? undefined
        find(id).version += 1
      },
      async writeValues({ spreadsheet: { id }, tabTitle, patches }) {
        count('writes')
        const tab = findTab(id, tabTitle)
        for (const patch of patches) {
          const { lastRow, lastColumn } = measureArea(patch)
          if (countCells(patch) > 0 && (lastRow > tab.rowCount || lastColumn > tab.columnCount))
            throw requestError({ reason: 'grid_changed', about: { file: { id }, kind: 'write' } })
        }
        for (const { row, column, cells } of patches)
          for (const [down, values] of cells.entries())
            for (const [right, value] of values.entries())
              if (value !== null) openCell(tab, row + down, column + right).value = value
        find(id).version += 1
        return { isAsSent: true, moved: [] }
      },
      async setNotes({ spreadsheet: { id }, tab: { title }, notes }) {
        count('writes')
        const tab = findTab(id, title)
        for (const { row, column, text } of notes) openCell(tab, row, column).note = text || undefined
        find(id).version += 1
      },
      resizeTables: none('tables'),
      enterFormulas: none('formulas'),
      moveRows: none('rows that move'),
      listFolder: none('folders'),
      async fileState(id) {
        const file = files.get(id)
        return file && { version: String(file.version), isInTrash: false, isSpreadsheet: true }
      },
      async backOff() {},
      quotaWaitMs: async () => 0,
      learnedLimits: () => new Map(),
    }
  }

  return {
    provider: { connect } satisfies Provider,
    /** Creates a spreadsheet with these tabs; returns its ID. */
    async spreadsheet(...tabs: TabSpec[]): Promise<string> {
      const id = `memory-${files.size + 1}`
      const created = tabs.map(({ title = 'Sheet1', rows = [], rowCount, columnCount }, at) => ({
        sheetId: at,
        title,
        isHidden: false,
        rowCount: rowCount ?? Math.max(20, rows.length),
        columnCount: columnCount ?? Math.max(8, ...rows.map((row) => row.length)),
        rows: rows.map((row) => row.map((value) => ({ value: value ?? '' }))),
      }))
      files.set(id, { title: 'Untitled spreadsheet', version: 1, tabs: created })
      return id
    },
    /** Writes values as they are from the first cell of a range on. */
    async write(id: string, range: string, values: Cell[][]): Promise<void> {
      const at = readA1Range(range.includes('!') ? range : `Sheet1!${range}`)
      if (!at) throw new Error(`${range} is no range`)
      const tab = findTab(id, at.tab)
      for (const [down, cells] of values.entries())
        for (const [right, value] of cells.entries())
          openCell(tab, at.firstRow + down, at.firstColumn + right).value = value ?? ''
      find(id).version += 1
    },
    read: async (id: string, title = 'Sheet1'): Promise<Cell[][]> =>
      trimRows(findTab(id, title).rows.map((row) => row.map(({ value }) => value ?? ''))),
  }
}

function trimRows(rows: Cell[][]): Cell[][] {
  const trimmed = rows.map((row) => row.slice(0, rowWidth(row)))
  return trimmed.slice(0, trimmed.findLastIndex((row) => row.length > 0) + 1)
}
