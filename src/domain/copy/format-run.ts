/** A number format, as the provider has it. */
export interface CellFormat {
  type?: string | null
  pattern?: string | null
}

/** Cells of a column, from one row to another, whose number format a run replaces. Rows and columns count from 1. */
export interface FormatRun {
  column: number
  firstRow: number
  lastRow: number
  /** Null for cells without a format of their own. */
  before: CellFormat | null
  after: CellFormat | null
}

export function isSameFormat(one: CellFormat | null | undefined, other: CellFormat | null | undefined): boolean {
  if (!one || !other) return !one && !other
  return one.type === other.type && (one.pattern ?? '') === (other.pattern ?? '')
}
