import { type Cell, rowWidth } from '#domain/copy/cell.ts'
import { bareError } from '#domain/copy/error-cell.ts'
import { hashText } from '#domain/copy/hash-text.ts'
import { computeHeaderRow } from '#domain/copy/region.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import { createExpectationCheck } from '#domain/guards/check-expectations.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { addCell, type ExactSum, NO_SUM } from '#domain/hand-out/exact-sum.ts'
import type { HandOut } from '#domain/hand-out/hand-out.ts'
import type { RowMark } from '#domain/hand-out/held-rows.ts'
import { findValueKey, nameValue } from '#domain/hand-out/split-value.ts'
import { columnFinder, placeColumns, withLookalikes } from '#domain/shape/place-columns.ts'
import { compileShape } from '#domain/shape/shape-rows.ts'
import type { JobShape } from '#engine/job/job-shape.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { createPace } from '#engine/pace/pace.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { SourceRead } from '#engine/sources/read-source.ts'
import { GroupedBuffer } from './grouped-buffer.ts'

/** The rows of a source with a common value in the split column. */
interface ValueGroup {
  key: string
  /** The value as text; empty for rows without a value. */
  value: string
  cell: Cell
  isError: boolean
  /** Row numbers in the source. */
  rows: number[]
  marks: RowMark[]
  /** Control sums of the group's rows. */
  sums: ExactSum[]
}

export type NumberedRow = [row: number, cells: Cell[]]

export interface GroupedRows {
  /** Groups in the order of the source, by key. */
  groups: ReadonlyMap<string, ValueGroup>
  /** Number of data rows that meet the conditions of the task, without empty rows. */
  rows: number
  /** Number of the split column, counted from 1. */
  splitColumn: number
  /** Findings about the source as a whole. */
  holds: Hold[]
  read(key: string): AsyncIterable<NumberedRow[]>
}

interface GroupOptions {
  job: Pick<SyncJob, 'startRow' | 'rules'> & { shape: JobShape; handOut: HandOut }
  tempDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

const MAX_FIRST_CELLS = 5

/** Groups the rows of a source by their values in the split column. @throws ProviderError source_column_missing */
export async function groupRows(source: SourceRead, { job, tempDir, stack }: GroupOptions): Promise<GroupedRows> {
  const { handOut, startRow, shape } = job
  const { expectations } = job.rules
  const { locale } = source.source.spreadsheet
  const { split, sums, identity } = requireColumns(source, job)
  const placed = placeColumns({ columns: [], conditions: shape.conditions }, listColumns(source))
  if (Array.isArray(placed)) throw missingColumns(source, placed)
  const shaper = compileShape(placed, { today: shape.today, locale })
  const firstDataRow = computeHeaderRow(startRow) + 1
  const named = { header: source.header, shownHeader: source.shownHeader, width: source.width }
  const check = createExpectationCheck({ ...named, firstDataRow, expectations, locale })
  const buffer = stack.use(new GroupedBuffer<NumberedRow>(tempDir))
  const groups = new Map<string, ValueGroup>()
  const hidden = new Set(source.hidden)
  const failed = new Map(source.errors.filter(({ column }) => column === split).map(({ row, cell }) => [row, cell]))
  const failedCells: { row: number; cell: Cell }[] = []
  const pace = createPace()
  let [firstRow, rowCount] = [firstDataRow, 0]
  for await (const block of source.rows) {
    const rows = block.slice(0, Math.max(0, source.lastRow - firstRow + 1))
    if (rows.length === 0) break
    await pace(rows.length)
    check.add(rows)
    const errors = source.errors.filter(({ row }) => row >= firstRow && row < firstRow + rows.length)
    for (const row of shaper.shapeRows({ rows, firstRow, hidden, errors }).places) {
      const cells = rows[row - firstRow] ?? []
      if (rowWidth(cells) === 0) continue
      const error = failed.get(row)
      if (error !== undefined) failedCells.push({ row, cell: error })
      const cell = bareError(error) ?? cells[split - 1] ?? null
      const group = findGroup(groups, { cell, isError: error !== undefined, locale, sums: sums.length })
      group.rows.push(row)
      group.marks.push([row, hashText(JSON.stringify(identity(cells)))])
      group.sums = group.sums.map((sum, at) => addCell(sum, cells[(sums[at] ?? 0) - 1]))
      rowCount += 1
      await buffer.append(group.key, [row, cells])
    }
    firstRow += block.length
  }
  const cells = failedCells.slice(0, MAX_FIRST_CELLS).map(({ row, cell }) => {
    return { row, column: split, before: bareError(cell) ?? cell, after: null }
  })
  const failure: Hold[] =
    cells.length === 0 ? [] : [{ cause: 'values_failed', column: handOut.splitBy, count: failedCells.length, cells }]
  const empty: Hold[] = rowCount === 0 ? [{ cause: 'source_empty' }] : []
  return {
    groups,
    rows: rowCount,
    splitColumn: split,
    holds: [...empty, ...failure, ...check.end()],
    read: (key) => buffer.read(key),
  }
}

interface ValueCell {
  cell: Cell
  isError: boolean
  locale: string
  sums: number
}

/** Prefix of the key of an error value. Keys of other values never begin with it. */
const ERROR_KEY = '#'

function findGroup(groups: Map<string, ValueGroup>, { cell, isError, locale, sums }: ValueCell): ValueGroup {
  const value = nameValue(cell)
  const key = isError ? `${ERROR_KEY}${value}` : (findValueKey(cell, locale) ?? '')
  const known = groups.get(key)
  if (known) return known
  const named = key === '' ? '' : value
  const group = { key, value: named, cell, isError, rows: [], marks: [], sums: Array<ExactSum>(sums).fill(NO_SUM) }
  groups.set(key, group)
  return group
}

function listColumns({ header, shownHeader, width }: SourceRead) {
  return { header, shownHeader: shownHeader ?? header, columnCount: width }
}

/** @throws ProviderError source_column_missing */
function requireColumns(source: SourceRead, { handOut, rules }: Pick<GroupOptions['job'], 'handOut' | 'rules'>) {
  const { splitBy, controlSums } = handOut
  const columns = listColumns(source)
  const find = columnFinder([], columns)
  const split = find(splitBy)
  const sums = controlSums.map((name) => ({ name, column: find(name) }))
  const missing = [
    ...(split === undefined ? [{ name: splitBy, use: 'split' as const }] : []),
    ...sums.flatMap(({ name, column }) => (column === undefined ? [{ name, use: 'copied' as const }] : [])),
  ]
  if (split === undefined || missing.length > 0) throw missingColumns(source, withLookalikes(missing, columns))
  const unique = rules.expectations.unique.map((name) => find(name))
  const isKnown = unique.length > 0 && unique.every((column) => column !== undefined)
  const identity = (cells: readonly Cell[]) => {
    if (isKnown) return unique.map((column = 0) => cells[column - 1] ?? null)
    const others = cells.map((cell, at) => (at === split - 1 ? null : cell))
    return others.slice(0, rowWidth(others))
  }
  return { split, sums: sums.map(({ column = 0 }) => column), identity }
}

function missingColumns({ source: { spreadsheet, tab } }: SourceRead, columns: Parameters<typeof withLookalikes>[0]) {
  const file = { ...pickFileFacts(spreadsheet), end: 'source' as const }
  return new ProviderError({ cause: 'source_column_missing', file, tab: tab.title, columns })
}
