/** Which tasks are selected, and from where a range would reach. */
interface Selection {
  ids: ReadonlySet<number>
  /** The task that was clicked last. */
  anchorId: number | undefined
}

export const NOTHING: Selection = { ids: new Set(), anchorId: undefined }

/** Selects a task, or takes it out of the selection. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchorId: id }
}

/**
 * Adds every task from the anchor to `id`, in the order of `shownIds`. While no shown task was clicked before, there is
 * no range yet, and the click is like any other.
 */
export function extended(
  selection: Selection,
  { id, shownIds }: { id: number; shownIds: readonly number[] },
): Selection {
  const from = selection.anchorId === undefined ? -1 : shownIds.indexOf(selection.anchorId)
  const to = shownIds.indexOf(id)
  if (from === -1 || to === -1) return toggled(selection, id)
  const range = shownIds.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchorId: id }
}

/** Takes tasks out of the selection, whatever else was selected meanwhile. */
export function without({ ids, anchorId }: Selection, gone: readonly number[]): Selection {
  const isGone = new Set(gone)
  return { ids: new Set([...ids].filter((id) => !isGone.has(id))), anchorId }
}
