import { type RefCallback, type RefObject, useCallback } from 'react'

/** Returns a ref for a button that may disappear while focused. The focus then moves to `heir` instead of being lost. */
export function useFocusHandover(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (button: HTMLElement | null) => () => {
      if (document.activeElement === button) heir.current?.focus({ preventScroll: true })
    },
    [heir],
  )
}
