import { type Cell, isEmptyCell } from '#domain/copy/cell.ts'
import { readErrorText, readsAsLoading } from '#domain/copy/error-cell.ts'
import { BottomSample } from './bottom-sample.ts'

/** Unfinished formulas count as errors. */
export const CELL_KINDS = ['text', 'number', 'boolean', 'error'] as const
export type CellKind = (typeof CELL_KINDS)[number]

/** The character of a column, without the values themselves, except for a short example of each kind. */
export interface ColumnProfile {
  /** Cells with a value other than an error. */
  filled: number
  kinds: Record<CellKind, number>
  /** Number of different values, estimated from 32. */
  distinct: number
  /** Maximum count of the most frequent value, if it may fill more than half of the cells. */
  topCount: number
  /** The sum of the numbers. */
  total: number
  /** Number and sum of the hashes, equal for the same values in any order. */
  valueSum: number
  values: ValueSample
  /** Cells unlike the filled cell above. A sorted column has few. */
  steps: number
  /** Whether each number is the number above plus the same step. */
  isSequence: boolean
  /** Smallest and largest number of a column of row numbers. They may be in any order and have gaps. */
  numbering?: { from: number; to: number } | undefined
  /** Whether all numbers may be dates of this and the neighboring centuries. */
  maybeDates: boolean
  /** Whether numbers have a fraction or are below 1,000. Nobody identifies a row by amounts and counts like these. */
  hasAmounts: boolean
  /** The first cell of each kind. */
  examples: Partial<Record<CellKind, CellExample>>
}

/** The values with the smallest hashes, and how often each occurs. */
interface ValueSample {
  hashes: number[]
  counts: number[]
  isWhole: boolean
}

export interface CellExample {
  /** Counted from 1 in the data rows. */
  row: number
  value: Cell
}

export const SAMPLE_SIZE = 32
const MAX_EXAMPLE_LENGTH = 40
const MAX_VALUE_SUM = 2 ** 48
/** Serial numbers of dates from 1954 to 2119. */
const FIRST_DATE = 20_000
const LAST_DATE = 80_000
const MIN_KEY_NUMBER = 1000
/** Maximum range of row numbers, as a multiple of their count: deleted rows leave gaps. */
const MAX_NUMBERING_SPREAD = 2

function kindOfCell(cell: Cell): CellKind {
  if (typeof cell === 'number') return 'number'
  if (typeof cell === 'boolean') return 'boolean'
  return readErrorText(cell) !== undefined || readsAsLoading(cell) ? 'error' : 'text'
}

function toExample(value: Cell, row: number): CellExample {
  return { row, value: typeof value === 'string' ? value.slice(0, MAX_EXAMPLE_LENGTH) : value }
}

/** Whether a column may identify rows: it is filled in almost all rows, without dates, amounts or row numbers. */
export function mayBeKey({ filled, maybeDates, isSequence, hasAmounts }: ColumnProfile, rows: number): boolean {
  return filled >= rows * 0.9 && !maybeDates && !isSequence && !hasAmounts
}

const KEEP_NOTHING = () => undefined

/** Collects the profile of a column from top to bottom. */
export class ColumnProfiler {
  readonly #kinds: Record<CellKind, number> = { text: 0, number: 0, boolean: 0, error: 0 }
  readonly #examples: Partial<Record<CellKind, CellExample>> = {}
  readonly #values = new BottomSample<undefined>(SAMPLE_SIZE)
  #valueSum = 0
  #steps = 0
  #hashAbove = 0
  #total = 0
  #majority = 0
  #votes = 0
  #last: number | undefined
  #step: number | undefined
  #isSequence = true
  #areDates = true
  #hasAmounts = false
  #hasFractions = false
  #from = Number.POSITIVE_INFINITY
  #to = Number.NEGATIVE_INFINITY

  /** `row` counts data rows from 1. */
  add(cell: Cell, { hash, row }: { hash: number; row: number }): void {
    if (isEmptyCell(cell)) return
    const kind = kindOfCell(cell)
    if (this.#kinds[kind] === 0) this.#examples[kind] = toExample(cell, row)
    this.#kinds[kind] += 1
    this.#values.add(hash, KEEP_NOTHING)
    this.#valueSum += hash
    if (this.#valueSum >= MAX_VALUE_SUM) this.#valueSum -= MAX_VALUE_SUM
    if (hash !== this.#hashAbove) this.#steps += 1
    this.#hashAbove = hash
    this.#vote(hash)
    if (typeof cell === 'number') this.#addNumber(cell)
  }

  #vote(hash: number): void {
    if (this.#votes === 0) this.#majority = hash
    this.#votes += this.#majority === hash ? 1 : -1
  }

  #addNumber(cell: number): void {
    this.#total += cell
    if (cell < FIRST_DATE || cell > LAST_DATE) this.#areDates = false
    if (!Number.isInteger(cell)) this.#hasFractions = true
    if (cell < MIN_KEY_NUMBER || !Number.isInteger(cell)) this.#hasAmounts = true
    if (cell < this.#from) this.#from = cell
    if (cell > this.#to) this.#to = cell
    if (!this.#isSequence) return
    const step = this.#last === undefined ? undefined : cell - this.#last
    if (this.#step !== undefined && step !== this.#step) this.#isSequence = false
    if (step === 0) this.#isSequence = false
    this.#step ??= step
    this.#last = cell
  }

  end(): ColumnProfile {
    const { text, number, boolean, error } = this.#kinds
    const [filled, all] = [text + number + boolean, text + number + boolean + error]
    const entries = this.#values.entries()
    const isNumeric = number > 0 && number === all
    return {
      filled,
      kinds: this.#kinds,
      distinct: Math.min(this.#values.distinct(), all),
      topCount: Math.floor((all + this.#votes) / 2),
      total: this.#total,
      valueSum: this.#valueSum,
      values: {
        hashes: entries.map(({ hash }) => hash),
        counts: entries.map(({ count }) => count),
        isWhole: this.#values.isWhole,
      },
      steps: this.#steps,
      isSequence: isNumeric && this.#isSequence,
      numbering: isNumeric ? this.#numbering(all) : undefined,
      maybeDates: isNumeric && this.#areDates,
      hasAmounts: this.#hasAmounts,
      examples: this.#examples,
    }
  }

  #numbering(cells: number): { from: number; to: number } | undefined {
    const [from, to] = [this.#from, this.#to]
    if (this.#hasFractions) return undefined
    const isDense = to - from < MAX_NUMBERING_SPREAD * cells
    const isUnique = this.#values.entries().every(({ count }) => count === 1)
    return this.#isSequence || (isDense && isUnique) ? { from, to } : undefined
  }
}

/** Counts the filled cells of a column, including errors. */
export function countCells({ filled, kinds }: Pick<ColumnProfile, 'filled' | 'kinds'>): number {
  return filled + kinds.error
}
