import { type RefCallback, useCallback, useState } from 'react'

/**
 * Whether an element has at least the given width in pixels. Measures the element before the first paint. Measuring the
 * window would be wrong if other content is beside the element.
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
