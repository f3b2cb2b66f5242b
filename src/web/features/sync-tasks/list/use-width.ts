import { useElementSize } from '@mantine/hooks'
import { type RefCallback, useState } from 'react'

/**
 * The width of an element that fills the screen's content, in pixels. It is right from the first drawing on, so that
 * a list has its full height when the browser goes back to where it was scrolled to.
 */
export function useWidth(): { ref: RefCallback<HTMLDivElement | null>; width: number } {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [firstWidth] = useState(contentWidth)
  return { ref, width: width || firstWidth }
}

function contentWidth(): number {
  const main = document.getElementById('main')
  if (!main) return 0
  const { paddingLeft, paddingRight } = getComputedStyle(main)
  return main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}
