import type { RowBox, RowId } from './row-moves.ts'

export type RowElements = ReturnType<typeof createRowElements>

/** Keeps the row elements of a sortable list by row ID. */
export function createRowElements() {
  const elements = new Map<RowId, HTMLElement>()
  return {
    register(id: RowId, element: HTMLElement | null): void {
      if (element) elements.set(id, element)
      else elements.delete(id)
    },
    find: (id: RowId) => elements.get(id),
    /** Boxes of the rows, in pixels from the top of their list. */
    measure: (rows: readonly { id: RowId }[]): RowBox[] =>
      rows.map(({ id }) => ({ top: elements.get(id)?.offsetTop ?? 0, height: elements.get(id)?.offsetHeight ?? 0 })),
    /** Pixels from the top of the window to the top of the list. */
    listTop: (id: RowId) => elements.get(id)?.parentElement?.getBoundingClientRect().top ?? 0,
  }
}
