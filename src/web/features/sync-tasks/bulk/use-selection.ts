import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { extended, NOTHING, toggled, without } from './selection.ts'

/** Which of the shown tasks, given in the order shown, are selected. What a filter hides is not acted upon. */
export function useSelection(shown: readonly Task[]) {
  const [selection, setSelection] = useState(NOTHING)
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
  const deselect = useCallback((gone: readonly number[]) => setSelection((now) => without(now, gone)), [])
  const clear = useCallback(() => setSelection(NOTHING), [])
  return { ids, selected, toggle, selectAll, deselect, clear }
}

/** The newest value, for handlers that stay the same while it changes: else each push would draw every card again. */
function useLatest<T>(value: T) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
