import { type Cell, isEmptyCell, isSameCell } from '#domain/copy/cell.ts'
import { BottomSample } from './bottom-sample.ts'
import { hashOfCell, hashOfRow, mixBits } from './cell-hash.ts'

/** Rows of both sides, starting at the same row number. */
export interface Block {
  /** Counted from 1. */
  firstRow: number
  source: readonly (readonly Cell[])[]
  target: readonly (readonly Cell[])[]
}

interface Loss {
  /** The share of the target's filled cells a copy would change or clear. */
  lostPercent: number
  filledCells: number
  filledRows: number
}

type Row = readonly Cell[]
type Sample = BottomSample<Row>

/** Number of sampled rows. Up to this number, the estimate is exact. */
const SAMPLE_SIZE = 512
const MAX_KEY_COLUMNS = 8
const BY_CONTENT = -1
const BY_NUMBER = 0
/**
 * Maximum fraction of rows with a repeated key. With a key shared by many rows, e.g. a category, everything would look like a
 * later state.
 */
const MAX_REPEATED = 0.05

/**
 * Estimates how much of a target a copy would lose. Rows are matched by content, row number or a column, whichever loses least.
 * Both sides are sampled by the same hashes, so memory is bounded.
 *
 * @param lastTargetRow Last row of the target that may have cells.
 */
export function createLossEstimate(lastTargetRow = Number.POSITIVE_INFINITY) {
  const keys = [BY_CONTENT, ...Array.from({ length: MAX_KEY_COLUMNS + 1 }, (_, at) => at)]
  const samples = keys.map((key) => ({ key, source: newSample(), target: newSample() }))
  const filledByColumn: number[] = []
  let filledRows = 0

  const addTo = (end: 'source' | 'target', row: Row, number: number) => {
    const hashes = row.map(hashOfCell)
    const keep = () => row
    for (const { key, [end]: sample } of samples) {
      const hash = hashOfKey(hashes, { key, number })
      if (hash !== 0) sample.add(hash, keep)
    }
  }
  return {
    add({ firstRow, source, target }: Block): void {
      // An empty target can lose nothing.
      if (firstRow > lastTargetRow && filledRows === 0) return
      for (const [index, row] of source.entries()) addTo('source', row, firstRow + index)
      for (const [index, row] of target.entries()) {
        if (row.every(isEmptyCell)) continue
        filledRows += 1
        addTo('target', row, firstRow + index)
        for (const [at, cell] of row.entries()) {
          if (!isEmptyCell(cell)) filledByColumn[at] = (filledByColumn[at] ?? 0) + 1
        }
      }
    },
    end(width: number): Loss {
      const filledCells = filledByColumn.slice(0, width).reduce((sum, count) => sum + (count ?? 0), 0)
      const shares = samples.map((sample) => lostShare(sample, { width, filledRows }))
      return { lostPercent: 100 * Math.min(...shares), filledCells, filledRows }
    },
  }
}

function newSample(): Sample {
  return new BottomSample<Row>(SAMPLE_SIZE)
}

/** Hashes a row's key; 0 for a row without this key. */
function hashOfKey(hashes: readonly number[], { key, number }: { key: number; number: number }): number {
  if (key === BY_NUMBER) return mixBits(number)
  return key > 0 ? (hashes[key - 1] ?? 0) : hashOfRow(hashes)
}

function lostShare(
  { key, source, target }: { key: number; source: Sample; target: Sample },
  { width, filledRows }: { width: number; filledRows: number },
): number {
  const found = new Map(source.entries().map(({ hash, kept }) => [hash, kept]))
  const largest = source.isWhole ? Number.POSITIVE_INFINITY : Math.max(...found.keys())
  const rows = target.entries().filter(({ hash }) => hash <= largest)
  if (key > 0 && (!isKey(target) || target.distinct() < 0.9 * filledRows)) return 1
  let [filled, lost] = [0, 0]
  for (const { hash, count, kept } of rows) {
    const source = found.get(hash)
    const cells = kept.slice(0, width).map((cell, at) => ({ cell, at }))
    const mine = cells.filter(({ cell }) => !isEmptyCell(cell))
    filled += count * mine.length
    lost += count * mine.filter(({ cell, at }) => !isSameCell(cell, source?.[at])).length
  }
  return filled === 0 ? 0 : lost / filled
}

function isKey(target: Sample): boolean {
  const entries = target.entries()
  return entries.filter(({ count }) => count > 1).length <= entries.length * MAX_REPEATED
}
