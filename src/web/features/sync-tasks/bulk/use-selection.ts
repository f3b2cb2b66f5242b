import { useCallback, useMemo, useState } from 'react'
import type { Task } from '#contract/task.ts'

/** Which of the shown tasks are selected. What a filter hides is not acted upon. */
export function useSelection(shown: readonly Task[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const selected = useMemo(() => shown.filter(({ id }) => ids.has(id)), [shown, ids])
  const toggle = useCallback(
    (id: number) =>
      setIds((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const selectAll = useCallback(() => setIds(new Set(shown.map(({ id }) => id))), [shown])
  const clear = useCallback(() => setIds(new Set()), [])
  return { ids, selected, toggle, selectAll, clear }
}
