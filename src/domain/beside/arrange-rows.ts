import type { RowFates } from './match-rows.ts'
import type { RowStep } from './row-steps.ts'

interface RowsToArrange {
  fates: RowFates
  /** First row of the region below its header. It never moves, so ranges of formulas still begin with it. */
  firstRow: number
  /** Last filled row of the region before and after the copy. */
  lastRow: { before: number; after: number }
  maxSteps: number
}

/** How the rows of a region get into the order of the source. */
export interface RowArrangement {
  steps: RowStep[]
  /** Whether cells are sorted instead, because moving whole rows would take too many steps. */
  isSorted: boolean
  /** Former target row of the cells in a row; undefined for a new row. */
  cameFrom(row: number): number | undefined
  /** Rows deleted with all their cells. */
  removed: number[]
}

/** A place for a new row, or a row whose cells are no longer needed. */
const NONE = 0
/** An inserted row. */
const NEW = -1

/**
 * Finds the steps to move whole rows to their places. If the moves would take too many steps, rows are sorted instead;
 * undefined if there are too many rows to sort.
 */
export function arrangeRows(options: RowsToArrange): RowArrangement | undefined {
  const { firstRow, lastRow, maxSteps } = options
  const wanted = wantedRows(options)
  const kept = new Set(wanted)
  const rows = Array.from({ length: Math.max(0, lastRow.before - firstRow + 1) }, (_, at) => firstRow + at)
  const removed = rows.filter((row) => !kept.has(row))
  const arranging = new Arranging({ rows: [...rows], wanted, kept, firstRow })
  const isFew = arranging.arrange(maxSteps)
  const steps = isFew ? arranging.steps : sortRows({ rows, wanted, removed, firstRow })
  const cameFrom = (row: number) => wanted[row - firstRow] || undefined
  return steps && { steps, isSorted: !isFew, cameFrom, removed }
}

/** Maximum rows to sort, because the request names each row. */
const MAX_SORTED_ROWS = 100_000

interface SortedRows extends Omit<Rows, 'kept'> {
  removed: readonly number[]
}

/**
 * Sorts the cells of all rows at once. Before the sort, new rows are inserted above the last row. After the sort, removed rows
 * are deleted below the kept rows. Ranges therefore keep their first row and cover all rows.
 */
function sortRows({ rows, wanted, removed, firstRow }: SortedRows): RowStep[] | undefined {
  const lastNew = wanted.findLastIndex((row) => row !== NONE) + 1
  const placed = wanted.slice(0, lastNew)
  const count = placed.filter((row) => row === NONE).length
  if (rows.length + count > MAX_SORTED_ROWS || lastNew === 0) return undefined
  const lastRow = Math.max(firstRow + 1, firstRow + rows.length - 1)
  const added = Array.from({ length: count }, (_, at) => lastRow + at)
  const afterInsertion = (row: number) => (row >= lastRow ? row + count : row)
  let next = 0
  const order = placed.map((row) => (row === NONE ? (added[next++] ?? NONE) : afterInsertion(row)))
  order.push(...removed.map(afterInsertion))
  const steps: RowStep[] = [{ kind: 'sort', row: firstRow, order }]
  if (count > 0) steps.unshift({ kind: 'insert', row: lastRow, count })
  if (removed.length > 0) steps.push({ kind: 'delete', row: firstRow + lastNew, count: removed.length })
  return steps
}

/** Lists rows by their new places. If two rows have the same place, the second row is dropped. */
function wantedRows({ fates, firstRow, lastRow }: RowsToArrange): number[] {
  const wanted = Array.from({ length: Math.max(0, lastRow.after - firstRow + 1) }, () => NONE)
  const placed = new Set<number>()
  const place = (row: number, to: number) => {
    if (wanted[to - firstRow] !== NONE) return
    wanted[to - firstRow] = row
    placed.add(row)
  }
  for (const [row, to] of fates.moved) place(row, to)
  const gone = new Set(fates.gone)
  for (let row = firstRow; row <= Math.min(lastRow.before, lastRow.after); row += 1)
    if (!placed.has(row) && !gone.has(row)) place(row, row)
  return wanted
}

interface Rows {
  /** Rows as they are now, from the first row of the region on. */
  rows: number[]
  wanted: readonly number[]
  kept: ReadonlySet<number>
  firstRow: number
}

/** Brings rows into the wanted order from top to bottom. A place is an index of the rows. */
class Arranging {
  readonly steps: RowStep[] = []
  #rows: number[]
  readonly #wanted: readonly number[]
  readonly #kept: ReadonlySet<number>
  readonly #firstRow: number

  constructor({ rows, wanted, kept, firstRow }: Rows) {
    this.#rows = rows
    this.#wanted = wanted
    this.#kept = kept
    this.#firstRow = firstRow
  }

  /** Plans the steps. Returns false if they exceed the maximum. */
  arrange(maxSteps: number): boolean {
    this.#exchangeFirst()
    for (let place = 1; place < this.#wanted.length && place < this.#rows.length; place += 1) {
      if (this.steps.length > maxSteps) return false
      this.#bring(place)
    }
    this.#delete(Math.max(1, this.#wanted.length), this.#rows.length)
    return this.steps.length <= maxSteps
  }

  /** Exchanges the cells of the first row, because ranges would no longer begin with it if it moved. */
  #exchangeFirst(): void {
    const [first = NONE] = this.#rows
    const wanted = this.#wanted[0] ?? NONE
    if (first === NONE || first === wanted) return
    if (this.#kept.has(first)) {
      this.steps.push({ kind: 'insert', row: this.#firstRow + 1, count: 1 })
      this.steps.push({ kind: 'copy', row: this.#firstRow, to: this.#firstRow + 1 })
      this.#rows.splice(1, 0, first)
    }
    this.#rows[0] = wanted
    if (wanted === NONE) {
      this.steps.push({ kind: 'clear', row: this.#firstRow, columns: [] })
      return
    }
    const place = this.#rows.indexOf(wanted, 1)
    this.steps.push({ kind: 'copy', row: this.#firstRow + place, to: this.#firstRow })
    this.#rows[place] = NONE
  }

  #bring(place: number): void {
    const wanted = this.#wanted[place] ?? NONE
    if (this.#rows[place] === (wanted || NEW)) return
    if (wanted === NONE) {
      this.#insert(place)
      return
    }
    // Rows of no use make room where a kept row comes, and are below it where a new row comes.
    let end = place
    while (end < this.#rows.length && this.#rows[end] !== wanted && !this.#isKept(end)) end += 1
    this.#delete(place, end)
    if (this.#rows[place] === wanted) return
    const from = this.#rows.indexOf(wanted, place)
    let count = 1
    while (this.#rows[from + count] === this.#wanted[place + count] && this.#isKept(from + count)) count += 1
    this.steps.push({ kind: 'move', row: this.#firstRow + from, count, to: this.#firstRow + place })
    const moving = this.#rows.slice(from, from + count)
    this.#rows.copyWithin(place + count, place, from)
    for (const [at, row] of moving.entries()) this.#rows[place + at] = row
  }

  #insert(place: number): void {
    let count = 1
    while (place + count < this.#wanted.length && this.#wanted[place + count] === NONE) count += 1
    this.steps.push({ kind: 'insert', row: this.#firstRow + place, count })
    const added = Array.from({ length: count }, () => NEW)
    this.#rows = this.#rows.slice(0, place).concat(added, this.#rows.slice(place))
  }

  #delete(place: number, end: number): void {
    if (end <= place) return
    this.steps.push({ kind: 'delete', row: this.#firstRow + place, count: end - place })
    this.#rows.splice(place, end - place)
  }

  #isKept(place: number): boolean {
    return this.#kept.has(this.#rows[place] || NEW)
  }
}
