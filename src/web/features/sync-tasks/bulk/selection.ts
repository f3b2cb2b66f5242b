/** The selected tasks and the start of the next range. */
interface Selection {
  ids: ReadonlySet<number>
  /** The last clicked task. */
  anchorId: number | undefined
}

export const EMPTY_SELECTION: Selection = { ids: new Set(), anchorId: undefined }

/** Adds an unselected task to the selection, or removes a selected task. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchorId: id }
}

/** Adds all tasks from the anchor to `id`, in the order of `shownIds`. Without a visible anchor, it toggles `id` only. */
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

/** Removes tasks from the selection. */
export function without({ ids, anchorId }: Selection, removedIds: readonly number[]): Selection {
  const removed = new Set(removedIds)
  return { ids: new Set([...ids].filter((id) => !removed.has(id))), anchorId }
}
