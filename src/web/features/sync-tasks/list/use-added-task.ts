import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { SECOND_MS } from '#domain/time.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { paths } from '../../../lib/paths.ts'
import { offerNext } from '../../../lib/toast.tsx'
import { usePreview } from '../../../shared/use-preview.ts'

/** Time that a new task stays marked, and its toast is shown. */
const MARKED_MS = 12 * SECOND_MS
const ADDED = 'Sync task added'

/** Marks a new task in the list for a while, and offers to open or preview it. */
export function useAddedTask(): { markedId: number | undefined; onAdded: (id: number | undefined) => void } {
  const [markedId, setMarkedId] = useState<number>()
  const navigate = useNavigate()
  const preview = usePreview()
  const hasPreviews = useHasExtraCalls()
  useEffect(() => {
    if (markedId === undefined) return undefined
    const timer = setTimeout(() => setMarkedId(undefined), MARKED_MS)
    return () => clearTimeout(timer)
  }, [markedId])
  const onAdded = useCallback(
    (id: number | undefined) => {
      setMarkedId(id)
      const actions: Record<string, () => void> = {}
      if (id !== undefined) actions['Open'] = () => void navigate(paths.task(id))
      if (id !== undefined && hasPreviews) actions['Preview'] = () => void preview({ task_ids: [id] })
      offerNext(ADDED, { actions, timeoutMs: MARKED_MS })
    },
    [navigate, preview, hasPreviews],
  )
  return { markedId, onAdded }
}
