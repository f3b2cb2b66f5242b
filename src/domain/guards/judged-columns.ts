import type { Cell } from '#domain/copy/cell.ts'
import type { CellFact } from '#domain/failures/guard-failures.ts'
import type { CellExample, ColumnProfile } from './column-profile.ts'
import { columnName } from './compare-headers.ts'
import type { Limits } from './limits.ts'
import type { SourceProfile } from './source-profile.ts'

/** A column of the last copy beside what it is now. */
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

/** The rows of the last copy beside those of now. */
export interface JudgedRows {
  last: SourceProfile
  now: SourceProfile
  rows: number
  lastRows: number
  columns: readonly JudgedColumn[]
  /** Where each column of the last copy is now, counted from 1; 0 for a missing one. */
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
  /** Where each column of the last copy is now; 0 for a missing one. */
  columns: readonly number[]
  firstDataRow: number
}

/** The columns of the last copy that are still there. */
export function judgedColumns({ last, now, header, columns, firstDataRow }: Profiles): JudgedColumn[] {
  return last.columns.flatMap((before, at) => {
    const column = columns[at] ?? 0
    if (column === 0) return []
    const after = now.columns[column - 1] ?? EMPTY
    return [{ name: columnName(header, column), lastColumn: at + 1, column, firstDataRow, before, after }]
  })
}

/** One cell before and now: of a kind that became more frequent, else blank. */
export function examplesOf({ before, after, column, firstDataRow }: JudgedColumn): CellFact[] {
  const was = firstExample(before)
  if (!was) return []
  const grown = (['error', 'text', 'number', 'boolean'] as const).find((kind) => after.kinds[kind] > before.kinds[kind])
  const is = grown ? after.examples[grown] : undefined
  const row = (is ?? was).row + firstDataRow - 1
  return [{ row, column, before: was.value, after: is?.value ?? '' }]
}

function firstExample({ kinds, examples }: ColumnProfile): CellExample | undefined {
  const [most] = (['text', 'number', 'boolean'] as const).toSorted((one, other) => kinds[other] - kinds[one])
  return most && examples[most]
}
