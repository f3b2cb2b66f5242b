import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback } from 'react'

/** Extracts the visible indexes plus `pinned`, which stays rendered wherever it is. */
export function useRangeIncluding(pinned: number, count: number): (range: Range) => number[] {
  return useCallback(
    (range) => {
      const visible = defaultRangeExtractor(range)
      if (pinned >= count || visible.includes(pinned)) return visible
      return pinned < range.startIndex ? [pinned, ...visible] : [...visible, pinned]
    },
    [pinned, count],
  )
}
