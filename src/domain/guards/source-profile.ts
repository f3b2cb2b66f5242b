import type { Cell } from '#domain/copy/cell.ts'
import { BottomSample } from './bottom-sample.ts'
import { hashOfCell, mixBits } from './cell-hash.ts'
import { type ColumnProfile, ColumnProfiler, mayBeKey, SAMPLE_SIZE } from './column-profile.ts'
import { isUniqueSample, repeatedPercent } from './repeated-values.ts'

/** Facts about the data rows of a source, as plain data: hashes and counts, and a few short examples. */
export interface SourceProfile {
  columns: ColumnProfile[]
  /** Percentage of repeated rows, estimated from 32 different rows. */
  repeatedPercent: number
  /** Percentage of repeated sequences of rows. A pasted block raises it, even if single rows often repeat. */
  repeatedRunsPercent?: number
  /** Samples by row number, by the leftmost unique column, and by the column with unique values at the last copy. */
  samples: RowSample[]
}

/** A sample of rows, chosen alike in each profile. */
export interface RowSample {
  /** The column that identifies a row, counted from 1; 0 for the number of the row. */
  key: number
  /** Whether almost every value of the key occurs once. */
  isUnique: boolean
  /** Percentage of sampled values that occur more than once. */
  repeatedPercent: number
  /** Hashes of the keys, from the smallest to the largest. */
  keys: number[]
  /** Hashes of each row's cells; 0 is an empty cell. */
  rows: number[][]
  /** Whether the sample has every row. */
  isWhole: boolean
}

export interface SourceProfiler {
  /** Adds the next data rows. */
  add(rows: readonly (readonly Cell[])[]): void
  end(): SourceProfile
}

const RUN_LENGTH = 4
const MAX_KEY_COLUMNS = 12
/** Bits dropped from the hashes of sampled rows, leaving 24 bits. */
const DROPPED_BITS = 8

/**
 * Profiles a source in a single pass from top to bottom, in bounded memory.
 *
 * @param keyColumn The key of the last copy. Rows are sampled by it too, for comparison with the last copy.
 */
export function createSourceProfiler({ keyColumn }: { keyColumn?: number | undefined } = {}): SourceProfiler {
  const columns: ColumnProfiler[] = []
  const wholeRows = new BottomSample<undefined>(SAMPLE_SIZE)
  const rowRuns = new BottomSample<undefined>(SAMPLE_SIZE)
  const recentRows = Array<number>(RUN_LENGTH).fill(0)
  const byNumber = new BottomSample<number[]>(SAMPLE_SIZE)
  const byColumn: BottomSample<number[]>[] = []
  const hashes: number[] = []
  let [rowCount, filledRows] = [0, 0]

  const keepNothing = () => undefined
  const keepRow = () => hashes.map((hash) => hash >>> DROPPED_BITS)

  const addRow = (row: readonly Cell[]) => {
    rowCount += 1
    if (hashes.length !== row.length) hashes.length = row.length
    let rowHash = 0
    for (let at = 0; at < row.length; at += 1) {
      const cell = row[at] ?? null
      const hash = hashOfCell(cell)
      hashes[at] = hash
      if (hash === 0) continue
      columnAt(columns, at).add(cell, { hash, row: rowCount })
      rowHash = Math.imul(rowHash ^ (hash + at), 0x85ebca6b)
    }
    if (rowHash === 0) return
    filledRows += 1
    wholeRows.add(mixBits(rowHash), keepNothing)
    addToRun(rowHash)
    sampleRow()
  }
  const addToRun = (rowHash: number) => {
    recentRows[filledRows % RUN_LENGTH] = rowHash
    if (filledRows < RUN_LENGTH) return
    let runHash = 0
    for (let above = RUN_LENGTH - 1; above >= 0; above -= 1) {
      const each = recentRows[(filledRows - above) % RUN_LENGTH] ?? 0
      runHash = mixBits(Math.imul(runHash, 31) ^ each)
    }
    rowRuns.add(runHash, keepNothing)
  }
  const sampleRow = () => {
    byNumber.add(mixBits(rowCount), keepRow)
    for (let at = 0; at < hashes.length; at += 1) {
      const hash = hashes[at] ?? 0
      if (hash === 0 || (at >= MAX_KEY_COLUMNS && at + 1 !== keyColumn)) continue
      byColumn[at] ??= new BottomSample(SAMPLE_SIZE)
      byColumn[at]?.add(hash, keepRow)
    }
  }
  return {
    add(rows) {
      for (const row of rows) addRow(row)
    },
    end() {
      const profiles = Array.from(columns, (column) => column.end())
      const isKey = ({ key, isUnique }: RowSample) => {
        const column = profiles[key - 1]
        return isUnique && column !== undefined && mayBeKey(column, filledRows)
      }
      const ofColumns = byColumn.flatMap((sample, at) => rowSample(at + 1, sample))
      const all = [rowSample(0, byNumber), ...ofColumns]
      const best = all.find(isKey)
      return {
        columns: profiles,
        repeatedPercent: repeatedPercent(wholeRows.entries().map(({ count }) => count)),
        repeatedRunsPercent: repeatedPercent(rowRuns.entries().map(({ count }) => count)),
        samples: all.filter((sample) => sample.key === 0 || sample === best || sample.key === keyColumn),
      }
    },
  }
}

/** Gets the profiler of a column, and creates missing profilers up to it. */
function columnAt(columns: ColumnProfiler[], at: number): ColumnProfiler {
  const found = columns[at]
  if (found) return found
  while (columns.length < at) columns.push(new ColumnProfiler())
  const added = new ColumnProfiler()
  columns.push(added)
  return added
}

function rowSample(key: number, sample: BottomSample<number[]>): RowSample {
  const entries = sample.entries()
  const counts = entries.map(({ count }) => count)
  return {
    key,
    isUnique: isUniqueSample(counts),
    repeatedPercent: repeatedPercent(counts),
    keys: entries.map(({ hash }) => hash),
    rows: entries.map(({ kept }) => kept),
    isWhole: sample.isWhole,
  }
}

/** Counts the cells of a source with an error value. */
export function countErrorCells({ columns }: SourceProfile): number {
  return columns.reduce((sum, { kinds }) => sum + kinds.error, 0)
}

/** Keeps only counts and hashes, because the sum of a single number is its value. */
export function profileWithoutCells(profile: SourceProfile): SourceProfile {
  return {
    ...profile,
    columns: profile.columns.map(({ numbering: _, ...column }) => ({ ...column, total: 0, examples: {} })),
  }
}
