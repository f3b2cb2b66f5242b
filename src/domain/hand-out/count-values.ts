import type { Cell } from '#domain/copy/cell.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { findValueKey, nameValue } from './split-value.ts'

/** Counts of the values in a split column. */
export interface ValueCounts {
  /** Number of different values. */
  values: number
  /** Rows without a value. */
  emptyRows: number
  /** Rows with an error value. */
  errorRows: number
  /** The first values in the order of the rows. */
  first: { value: string; rows: number }[]
}

const MAX_LISTED = 50

/** Counts the values of a column cell by cell. */
export class ValueCounter {
  readonly #locale: string
  readonly #values = new Map<string, { value: string; rows: number }>()
  #emptyRows = 0
  #errorRows = 0

  constructor(locale: string) {
    this.#locale = locale
  }

  add(cell: Cell): void {
    if (readErrorText(cell)) {
      this.#errorRows += 1
      return
    }
    const key = findValueKey(cell, this.#locale)
    const known = key === undefined ? undefined : this.#values.get(key)
    if (key === undefined) this.#emptyRows += 1
    else if (known) known.rows += 1
    else this.#values.set(key, { value: nameValue(cell), rows: 1 })
  }

  end(): ValueCounts {
    const first = [...this.#values.values()].slice(0, MAX_LISTED)
    return { values: this.#values.size, emptyRows: this.#emptyRows, errorRows: this.#errorRows, first }
  }
}
