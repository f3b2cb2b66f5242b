import { useEffect, useState } from 'react'
import { ADDED_MS } from '../../../lib/toast.tsx'

/** Marks a new task in the list for a while. */
export function useMarkedTask(): { markedId: number | undefined; mark: (id: number | undefined) => void } {
  const [markedId, mark] = useState<number>()
  useEffect(() => {
    if (markedId === undefined) return undefined
    const timer = setTimeout(() => mark(undefined), ADDED_MS)
    return () => clearTimeout(timer)
  }, [markedId])
  return { markedId, mark }
}
