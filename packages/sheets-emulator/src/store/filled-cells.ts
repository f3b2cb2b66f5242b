import { isFilled, type Row } from './cell.ts'

/** Whether each cell of a row is filled, by column. */
export type FilledRow = readonly boolean[]

const MAX_TABS = 4
const EMPTY: FilledRow = []

/** Caches which cells are filled in the last few tabs, so an append does not read the whole table it extends. */
export class FilledCells {
  readonly #tabs = new Map<number, FilledTab>()

  /** Returns the cache of a tab, built from `read` on a miss. */
  of(gridId: number, read: () => Iterable<{ row: number; cells: Row }>): FilledTab {
    const cached = this.#tabs.get(gridId)
    if (cached) return cached
    const tab = new FilledTab()
    for (const { row, cells } of read()) tab.put(row, cells)
    this.#tabs.set(gridId, tab)
    const [oldest] = this.#tabs.keys()
    if (this.#tabs.size > MAX_TABS && oldest !== undefined) this.forget(oldest)
    return tab
  }

  put(gridId: number, { row, cells }: { row: number; cells: Row }): void {
    this.#tabs.get(gridId)?.put(row, cells)
  }

  forget(gridId: number): void {
    this.#tabs.delete(gridId)
  }
}

/** Filled cells of a tab. Rows with the same filled cells share an array, so a long table costs a reference per row. */
export class FilledTab {
  readonly #rows: FilledRow[] = []
  readonly #shared = new Map<string, FilledRow>()

  at(row: number): FilledRow {
    return this.#rows[row] ?? EMPTY
  }

  put(row: number, cells: Row): void {
    const filled = Array.from(cells, isFilled)
    const key = filled.map(Number).join('')
    const shared = this.#shared.get(key) ?? filled
    this.#shared.set(key, shared)
    this.#rows[row] = shared
  }
}
