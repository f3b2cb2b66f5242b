import { normalizeText } from '#domain/recognize/normalize-text.ts'

/** Differences between a copy and the copy before it, in percent. They are stored, so ordinary changes are not held. */
export interface Measures {
  /** Vanished rows. */
  lostRows: number
  repeatedRows: number
  /** Only columns with a figure above 0. */
  columns: ColumnMeasures[]
  /** Measures by source key, for a copy with several sources. */
  sources?: Readonly<Record<string, Measures>>
}

export interface ColumnMeasures {
  /** Its header, or else its letters. */
  column: string
  /** Filled cells that vanished or became errors. */
  lost: number
  changedKind: number
  /** Cells that now have the same value. */
  collapsed: number
  /** Values that moved to other rows. */
  moved: number
  /** New values, in columns that identify rows. */
  newKeys: number
  /** How many times larger or smaller the numbers are. */
  scale: number
}

export const NO_MEASURES: Measures = { lostRows: 0, repeatedRows: 0, columns: [] }

/** The largest of the earlier measures; undefined if there are none. */
export function usual(measures: readonly Measures[], of: (measures: Measures) => number): number | undefined {
  return measures.length === 0 ? undefined : Math.max(...measures.map(of))
}

export function usualOfColumn(
  measures: readonly Measures[],
  { column, of }: { column: string; of: (measures: ColumnMeasures) => number },
): number | undefined {
  return usual(measures, ({ columns = [] }) => {
    const found = columns.find((one) => normalizeText(one.column) === column)
    return found ? of(found) : 0
  })
}
