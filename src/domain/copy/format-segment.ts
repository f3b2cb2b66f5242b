/** A number format in the provider's form. */
export interface CellFormat {
  type?: string | null
  pattern?: string | null
}

/** Cells of a column, from one row to another, with a number format the run replaces. Rows and columns count from 1. */
export interface FormatSegment {
  column: number
  firstRow: number
  lastRow: number
  /** Null for cells without a format of their own. */
  before: CellFormat | null
  after: CellFormat | null
}

export interface FormatCollector {
  /** Adds a cell with a changed format. Cells of a column must arrive from top to bottom. */
  add(cell: Omit<FormatSegment, 'firstRow' | 'lastRow'> & { row: number }): void
  readonly segments: readonly FormatSegment[]
}

/** Joins cells below each other whose formats change alike, into at most `max` segments. */
export function collectFormats(max = Number.POSITIVE_INFINITY): FormatCollector {
  const segments: FormatSegment[] = []
  const latestByColumn = new Map<number, FormatSegment>()
  return {
    segments,
    add({ row, ...cell }) {
      if (isSameFormat(cell.before, cell.after)) return
      const latest = latestByColumn.get(cell.column)
      const continues =
        latest?.lastRow === row - 1 &&
        isSameFormat(latest.before, cell.before) &&
        isSameFormat(latest.after, cell.after)
      if (continues) latest.lastRow = row
      else if (segments.length < max) {
        const started = { ...cell, firstRow: row, lastRow: row }
        segments.push(started)
        latestByColumn.set(cell.column, started)
      }
    },
  }
}

export function isSameFormat(one: CellFormat | null | undefined, other: CellFormat | null | undefined): boolean {
  if (!one || !other) return !one && !other
  return one.type === other.type && (one.pattern ?? '') === (other.pattern ?? '')
}
