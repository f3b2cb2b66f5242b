import { type RefCallback, type RefObject, useCallback } from 'react'

/** A ref for a button that may disappear while it is focused: the focus then moves to `heir`, instead of being lost. */
export function useFocusHandover(heir: RefObject<HTMLElement | null>): RefCallback<HTMLElement> {
  return useCallback(
    (button: HTMLElement | null) => () => {
      if (document.activeElement === button) heir.current?.focus({ preventScroll: true })
    },
    [heir],
  )
}
