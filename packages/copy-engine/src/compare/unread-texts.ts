import type { PlacedShape } from '#domain/shape/place-columns.ts'
import type { RowShaper, UnreadText } from '#domain/shape/shape-rows.ts'
import { addErrors, type ErrorCells } from './error-cells.ts'

type Place = NonNullable<ErrorCells['first']>

/** Cells with text that conditions compare with numbers. Their rows are copied. */
export interface UnreadTexts {
  add(texts: readonly UnreadText[], source: TestedSource): void
  /** The cells with text, by column name. */
  readonly columns: ReadonlyMap<string, ErrorCells>
  /** Names of the columns that also have numbers. */
  readonly numeric: ReadonlySet<string>
}

interface TestedSource extends Pick<PlacedShape, 'tests'> {
  shaper: Pick<RowShaper, 'numeric'>
  /** Finds the place of a text in its source, if a task has several sources. */
  toPlace?(text: UnreadText): Place
}

export function createUnreadTexts(): UnreadTexts {
  const columns = new Map<string, ErrorCells>()
  const numeric = new Set<string>()
  return {
    columns,
    numeric,
    add(texts, { tests, shaper, toPlace = (text) => text }) {
      const findName = (column: number) => tests.find((test) => test.column === column)?.condition.column ?? ''
      for (const column of shaper.numeric) numeric.add(findName(column))
      for (const text of texts) {
        const name = findName(text.column)
        const cells = columns.get(name) ?? { count: 0, first: undefined }
        addErrors(cells, [toPlace(text)])
        columns.set(name, cells)
      }
    },
  }
}
