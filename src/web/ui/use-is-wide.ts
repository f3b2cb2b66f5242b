import { type RefCallback, useCallback, useState } from 'react'

/**
 * Whether an element is at least so many pixels wide. It measures the element instead of the window, so it stays
 * right whatever stands beside it, and measures before the first paint.
 */
export function useIsWide(minWidthPx: number): { ref: RefCallback<HTMLElement>; isWide: boolean } {
  const [isWide, setIsWide] = useState(true)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => setIsWide(element.clientWidth >= minWidthPx)
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [minWidthPx],
  )
  return { ref, isWide }
}
