import type { AddedRows } from '#domain/shape/repair-rows.ts'
import type { KeyProblems } from '#domain/shape/row-keys.ts'

/** A target whose rows are known by their keys. Rows and columns count from 1. */
export interface KeyedTarget {
  /** The columns of the target whose cells name a row. */
  columns: number[]
  /** The last row that is filled, also by the copy. */
  lastRow: number
  added: AddedRows
  problems: { source: KeyProblems | undefined; target: KeyProblems | undefined }
}
