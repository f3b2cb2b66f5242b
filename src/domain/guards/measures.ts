import { normalizeText } from '#domain/recognize/normalize-text.ts'

/** How a copy differed from the copy before it, in percent. It is remembered, so ordinary changes are not held. */
export interface Measures {
  /** The vanished rows. */
  lostRows: number
  repeatedRows: number
  /** Only columns with a figure above 0. */
  columns: ColumnMeasures[]
  /** Each source of a copy with several sources, by its key. */
  sources?: Readonly<Record<string, Measures>>
}

export interface ColumnMeasures {
  /** Its header, or else its letters. */
  column: string
  /** Filled cells that vanished or became errors. */
  lost: number
  changedKind: number
  /** Cells with the same value. */
  collapsed: number
  /** Values on other rows. */
  moved: number
  /** New values, in columns that identify rows. */
  newKeys: number
  /** How many times larger or smaller its numbers are. */
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
