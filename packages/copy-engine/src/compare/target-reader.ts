import { type Cell, isSameCell } from '#domain/copy/cell.ts'
import { mayStartCell } from '#domain/copy/rows-text.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import type { Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type RowsRead, readRows, type Window } from './read-rows.ts'
import type { AskedFiles } from './skip-untouched.ts'

/** Reads the target rows that have to be compared. */
export interface TargetReader {
  /** Returns the rows; undefined if they are known to equal the source's. */
  read(rows: TargetRows): Promise<RowsRead | undefined>
  /**
   * Returns the file version in which the target's cells are as read, once all rows are read. Undefined if unknown, or if there
   * are formulas, whose results change without an edit.
   */
  settledVersion(): Promise<string | undefined>
}

interface TargetRows {
  window: Window
  /** Also reads the row above the window where its values are read. */
  repeatsRow: boolean
  source: Promise<SourceRows>
}

interface SourceRows {
  read: RowsRead
  /** Number of rows in `read` above the window. */
  headerRows: number
  /** Whether the rows are the same as when both tabs were last verified to be equal. */
  isUnchanged: boolean
}

interface Options {
  target: Target
  lastColumn: number
  startRow: number
  /** Columns the last run made equal. */
  width: number
  memory: CopyMemory | undefined
  /** State of the target's file, requested before any row is read. */
  targetFile: AskedFiles['target']
  /** Called before reading rows that changed in the source since the last run. */
  onChanged?(): void
}

/** Maximum rows to check above the copied rows: array formulas there may fill the copied rows. */
const MAX_ROWS_ABOVE = 100

export function createTargetReader(workbook: Workbook, options: Options): TargetReader {
  const { target, lastColumn, startRow, width, memory, targetFile, onChanged } = options
  const usesVersion = memory !== undefined && startRow <= MAX_ROWS_ABOVE
  const version = usesVersion ? targetFile.then((file) => file?.version) : undefined
  let hasOnlyValues = true

  const readValues = async (rows: Pick<TargetRows, 'window' | 'repeatsRow'>) => {
    hasOnlyValues = false
    return await readRows(workbook, { ...target, ...rows, lastColumn })
  }

  /** Whether the rows were entered as the source shows them. They are values then, and only an edit changes them. */
  async function areEntered(window: Window, source: Omit<SourceRows, 'isUnchanged'>): Promise<boolean> {
    const above = window.firstRow === startRow ? startRow - 1 : 0
    const whole = { ...window, firstRow: window.firstRow - above }
    const read = await readRows(workbook, { ...target, window: whole, lastColumn, asEntered: true })
    const isFree = read.text !== undefined && !mayStartCell(read.text.json, '=')
    if (isFree && above <= source.headerRows && isSameText(read, { ...source, headerRows: source.headerRows - above }))
      return true
    const entered = read.rows.map((cells) => cells.slice(0, width))
    if (entered.some((cells) => cells.some((cell) => typeof cell === 'string' && cell.startsWith('=')))) return false
    return isSame(entered.slice(above), source.read.rows.slice(source.headerRows), width)
  }

  return {
    async read({ window, source, repeatsRow }) {
      const current = await version
      if (!memory || current === undefined) return await readValues({ window, repeatsRow })
      const { isUnchanged, ...rows } = await source
      if (isUnchanged && current === memory.targetVersion) return undefined
      if (isUnchanged && (await areEntered(window, rows))) return undefined
      if (!isUnchanged) onChanged?.()
      return await readValues({ window, repeatsRow })
    },
    async settledVersion() {
      const current = await version
      return hasOnlyValues || current === memory?.targetVersion ? current : undefined
    },
  }
}

/** Whether the text received for the target equals the source's text below the header. */
export function isSameText(target: RowsRead, { read: { text }, headerRows }: Omit<SourceRows, 'isUnchanged'>): boolean {
  if (!text || !target.text) return false
  return target.text.json === (headerRows === 0 ? text.json : text.slice(headerRows, text.count))
}

function isSame(target: readonly Cell[][], source: readonly Cell[][], width: number): boolean {
  for (let row = 0; row < Math.max(target.length, source.length); row += 1) {
    for (let at = 0; at < width; at += 1) if (!isSameCell(source[row]?.[at], target[row]?.[at])) return false
  }
  return true
}

/** Reads the rows of a target identified by keys, wherever they are. */
export function createKeyedReader(workbook: Workbook, options: Omit<Options, 'width'> & { isUnchanged: boolean }) {
  const { target, lastColumn, startRow, memory, targetFile, isUnchanged } = options
  const usesVersion = memory !== undefined && startRow <= MAX_ROWS_ABOVE
  const version = usesVersion ? targetFile.then((file) => file?.version) : undefined
  let hasOnlyValues = true
  return {
    /** Whether nobody edited either file since both were verified. */
    async isUntouched(): Promise<boolean> {
      const current = await version
      return isUnchanged && current !== undefined && current === memory?.targetVersion
    },
    async read({ window, repeatsRow }: Pick<TargetRows, 'window' | 'repeatsRow'>): Promise<RowsRead> {
      const request = { ...target, repeatsRow, lastColumn }
      if (isUnchanged && (await version) !== undefined && hasOnlyValues) {
        const above = window.firstRow === startRow ? startRow - 1 : 0
        const whole = { ...window, firstRow: window.firstRow - above }
        const entered = { window: whole, repeatsRow: repeatsRow && above === 0, asEntered: true }
        const read = await readRows(workbook, { ...request, ...entered })
        if (read.text && !mayStartCell(read.text.json, '=')) {
          const [rowAbove, rows] = [read.rows[above - 1], read.rows.slice(above)]
          return above === 0 ? read : { rows, text: undefined, bytes: read.bytes, rowAbove }
        }
      }
      hasOnlyValues = false
      return await readRows(workbook, { ...request, window })
    },
    /** See `TargetReader.settledVersion`. */
    async settledVersion(): Promise<string | undefined> {
      const current = await version
      return hasOnlyValues || current === memory?.targetVersion ? current : undefined
    },
  }
}
