import type { Cell } from '#domain/copy/cell.ts'
import { CELL_KINDS, type CellKind, type ColumnProfile } from './column-profile.ts'
import { columnName } from './compare-headers.ts'
import type { CellFact } from './guard-facts.ts'
import type { Limits } from './limits.ts'
import type { SourceProfile } from './source-profile.ts'

/** A column of the last copy beside its present state. */
export interface JudgedColumn {
  name: string
  /** Its place in the last copy and now, counted from 1. */
  lastColumn: number
  column: number
  /** Row of the tab where the data begin. */
  firstDataRow: number
  before: ColumnProfile
  after: ColumnProfile
}

/** The rows of the last copy beside the present rows. */
export interface JudgedRows {
  last: SourceProfile
  now: SourceProfile
  rows: number
  lastRows: number
  columns: readonly JudgedColumn[]
  /** The present place of each column of the last copy, counted from 1; 0 for a missing column. */
  places: readonly number[]
  limits: Limits
}

const EMPTY: ColumnProfile = {
  filled: 0,
  kinds: { text: 0, number: 0, boolean: 0, error: 0 },
  distinct: 0,
  topCount: 0,
  total: 0,
  valueSum: 0,
  values: { hashes: [], counts: [], isWhole: true },
  steps: 0,
  isSequence: false,
  maybeDates: false,
  hasAmounts: false,
  examples: {},
}

interface Profiles {
  last: SourceProfile
  now: SourceProfile
  header: readonly Cell[]
  /** The present place of each column of the last copy; 0 for a missing column. */
  columns: readonly number[]
  firstDataRow: number
}

/** The remaining columns of the last copy. */
export function judgedColumns({ last, now, header, columns, firstDataRow }: Profiles): JudgedColumn[] {
  return last.columns.flatMap((before, at) => {
    const column = columns[at] ?? 0
    if (column === 0) return []
    const after = now.columns[column - 1] ?? EMPTY
    return [{ name: columnName(header, column), lastColumn: at + 1, column, firstDataRow, before, after }]
  })
}

type KindOrEmpty = CellKind | 'empty'

/** First cell that changed from a kind in `from` to a kind in `to`, if both values are known. */
export function findExamples(
  { before, after, column, firstDataRow }: JudgedColumn,
  kinds: { from: readonly KindOrEmpty[]; to: readonly KindOrEmpty[] },
): CellFact[] {
  const rows = [before, after].flatMap(({ examples }) => Object.values(examples).map(({ row }) => row))
  for (const row of rows.toSorted((one, other) => one - other)) {
    const [was, is] = [cellAt(before, row), cellAt(after, row)]
    if (!was || !is || was.value === is.value) continue
    if (kinds.from.includes(was.kind) && kinds.to.includes(is.kind))
      return [{ row: row + firstDataRow - 1, column, before: was.value, after: is.value }]
  }
  return []
}

/** The cell of a data row, if it is the first of its kind or above all filled cells. */
function cellAt({ examples }: ColumnProfile, row: number): { kind: KindOrEmpty; value: Cell } | undefined {
  const kind = CELL_KINDS.find((each) => examples[each]?.row === row)
  const found = kind && examples[kind]
  if (found) return { kind, value: found.value }
  return CELL_KINDS.every((each) => (examples[each]?.row ?? row) >= row) ? { kind: 'empty', value: '' } : undefined
}
