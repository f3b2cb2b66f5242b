import { effectiveValue, type Row } from './cell.ts'

/** By column, whether a cell of a row is filled. */
export type FilledRow = readonly boolean[]

const MOST_TABS = 4
const EMPTY: FilledRow = []

/** Which cells are filled in the tabs last asked for, so that an append need not read the whole table that it extends. */
export class FilledCells {
  readonly #tabs = new Map<number, FilledTab>()

  /** What is known of a tab, made by `read` where nothing is. */
  of(gridId: number, read: () => Iterable<{ row: number; cells: Row }>): FilledTab {
    const known = this.#tabs.get(gridId)
    if (known) return known
    const tab = new FilledTab()
    for (const { row, cells } of read()) tab.put(row, cells)
    this.#tabs.set(gridId, tab)
    const [oldest] = this.#tabs.keys()
    if (this.#tabs.size > MOST_TABS && oldest !== undefined) this.forget(oldest)
    return tab
  }

  put(gridId: number, { row, cells }: { row: number; cells: Row }): void {
    this.#tabs.get(gridId)?.put(row, cells)
  }

  forget(gridId: number): void {
    this.#tabs.delete(gridId)
  }

  forgetAll(): void {
    this.#tabs.clear()
  }
}

/** Rows that are filled alike share one value: a long table costs a reference a row. */
export class FilledTab {
  readonly #rows: FilledRow[] = []
  readonly #shared = new Map<string, FilledRow>()

  at(row: number): FilledRow {
    return this.#rows[row] ?? EMPTY
  }

  put(row: number, cells: Row): void {
    const filled = Array.from(cells, (cell) => effectiveValue(cell) !== undefined)
    const key = filled.map(Number).join('')
    const shared = this.#shared.get(key) ?? filled
    this.#shared.set(key, shared)
    this.#rows[row] = shared
  }
}
