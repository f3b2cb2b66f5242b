import type { sheets_v4 } from '@googleapis/sheets'
import { readA1Range } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import type { Google } from '#server/google/google.ts'
import { applyEdits, type MemoryFile } from './memory-edits.ts'
import { describeTab, emptyTab, type MemoryCell, type MemoryTab, openCell, valuesIn, writeCell } from './memory-tab.ts'
import { openWorkbook, type RequestLog } from './memory-workbook.ts'
import type { TabSpec } from './test-provider.ts'

export type MemoryProvider = ReturnType<typeof createMemoryProvider>

/**
 * Creates spreadsheets in memory: values, number formats, notes, merges, protected ranges, hidden rows, formulas and errors
 * with given results. They do not compute or format, and have no tables, folders and rows that runs move. A copy that needs
 * more has to run against the emulator.
 */
export function createMemoryProvider() {
  const files = new Map<string, MemoryFile>()
  let entries: { kind: 'read' | 'write'; path: string }[] = []

  function find(id: string): MemoryFile {
    const file = files.get(id)
    if (!file) throw new Error(`There is no spreadsheet ${id}`)
    return file
  }

  function findTab(id: string, title: string | undefined): MemoryTab {
    const tab = find(id).tabs.find((each) => title === undefined || each.title === title)
    if (!tab) throw new Error(`There is no tab ${title}`)
    return tab
  }

  function locate(id: string, range: string) {
    const at = readA1Range(range.includes('!') ? range : `${findTab(id, undefined).title}!${range}`)
    if (!at) throw new Error(`${range} is no range`)
    return { ...at, tab: findTab(id, at.tab) }
  }

  const provider: Pick<Google, 'connect'> = {
    connect: (options) => {
      return openWorkbook({ ...options, files, onRequest: (kind, path) => void entries.push({ kind, path }) })
    },
  }
  const requests: RequestLog = {
    get entries() {
      return entries
    },
    clear() {
      entries = []
    },
  }

  return {
    provider,
    requests,
    now: () => new Date(),
    /** Creates a spreadsheet with these tabs; returns its ID. */
    async spreadsheet(...tabs: TabSpec[]): Promise<string> {
      const id = `memory-${files.size + 1}`
      const created = tabs.map(({ title = 'Sheet1', rows = [], rowCount, columnCount }, sheetId) => ({
        ...emptyTab({
          sheetId,
          title,
          rowCount: rowCount ?? Math.max(20, rows.length),
          columnCount: columnCount ?? Math.max(8, ...rows.map((row) => row.length)),
        }),
        rows: rows.map((row) => row.map((value) => ({ value: value ?? '' }))),
      }))
      files.set(id, { title: 'Untitled spreadsheet', version: 1, isInTrash: false, tabs: created })
      return id
    },
    /** Writes values unchanged, starting at the first cell of a range. Null leaves a cell as it is. */
    async write(id: string, range: string, values: Cell[][]): Promise<void> {
      const { tab, firstRow, firstColumn } = locate(id, range)
      for (const [down, cells] of values.entries())
        for (const [right, value] of cells.entries())
          if (value !== null) writeCell(tab, { row: firstRow + down, column: firstColumn + right, value })
      find(id).version += 1
    },
    /** Sets formulas, errors or formats of cells, with their displayed values. */
    async fill(id: string, range: string, cells: readonly (readonly MemoryCell[])[]): Promise<void> {
      const { tab, firstRow, firstColumn } = locate(id, range)
      for (const [down, row] of cells.entries())
        for (const [right, cell] of row.entries())
          Object.assign(openCell(tab, firstRow + down, firstColumn + right), cell)
      find(id).version += 1
    },
    /** Applies edits of other people. */
    async edit(id: string, ...edits: sheets_v4.Schema$Request[]): Promise<void> {
      applyEdits(find(id), edits)
    },
    /** Empties the cells of a range. */
    async clear(id: string, range: string): Promise<void> {
      const { tab, firstRow, firstColumn, lastRow, lastColumn } = locate(id, range)
      for (let row = firstRow; row <= Math.min(lastRow, tab.rows.length); row += 1)
        for (let column = firstColumn; column <= Math.min(lastColumn, tab.columnCount); column += 1)
          writeCell(tab, { row, column, value: '' })
      find(id).version += 1
    },
    async setInTrash(id: string, isInTrash: boolean): Promise<void> {
      Object.assign(find(id), { isInTrash, version: find(id).version + 1 })
    },
    async tabs(id: string): Promise<Tab[]> {
      return find(id).tabs.map(describeTab)
    },
    /** A tab with all its facts; undefined if it does not exist. */
    async describe(id: string, title = 'Sheet1'): Promise<MemoryTab | undefined> {
      return structuredClone(find(id).tabs.find((tab) => tab.title === title))
    },
    async read(id: string, title = 'Sheet1'): Promise<Cell[][]> {
      const tab = findTab(id, title)
      return valuesIn(tab, { firstRow: 1, firstColumn: 1, lastRow: tab.rowCount, lastColumn: tab.columnCount })
    },
  }
}
