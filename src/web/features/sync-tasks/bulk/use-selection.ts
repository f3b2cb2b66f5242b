import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { isPendingNow } from '../../../lib/action.ts'
import { EMPTY_SELECTION, extended, toggled, without } from './selection.ts'
import { useSelectionKey } from './use-selection-key.ts'

/** Key of the action on the selected tasks. */
export const BULK_KEY = ['bulk']

/**
 * Keeps the selection among the shown tasks, with its keyboard shortcuts. Actions never include tasks that a filter hides.
 * Escape does not clear the selection while an action is in progress.
 */
export function useSelection(shown: readonly Task[]) {
  const [selection, setSelection] = useState(EMPTY_SELECTION)
  const { ids } = selection
  const selected = useMemo(() => shown.filter(({ id }) => ids.has(id)), [shown, ids])
  const shownIds = useLatest(useMemo(() => shown.map(({ id }) => id), [shown]))
  const toggle = useCallback(
    (id: number, isRange: boolean) =>
      setSelection((now) => (isRange ? extended(now, { id, shownIds: shownIds.current }) : toggled(now, id))),
    [shownIds],
  )
  const selectAll = useCallback(
    () => setSelection(({ anchorId }) => ({ ids: new Set(shownIds.current), anchorId })),
    [shownIds],
  )
  const deselect = useCallback((removed: readonly number[]) => setSelection((now) => without(now, removed)), [])
  const clear = useCallback(() => setSelection(EMPTY_SELECTION), [])
  const queryClient = useQueryClient()
  const canClear = () => selected.length > 0 && !isPendingNow(queryClient, BULK_KEY)
  useSelectionKey({ key: 'mod+a', onPress: selectAll })
  useSelectionKey({ key: 'Escape', onPress: clear, isAllowed: canClear })
  return { ids, selected, toggle, selectAll, deselect, clear }
}

/** Keeps the latest value in a ref, so handlers stay stable and a push event does not re-render all cards. */
function useLatest<T>(value: T) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
