import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { useCallback } from 'react'

/** Returns a range extractor for the visible indexes plus `pinned`, which always stays rendered. */
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
