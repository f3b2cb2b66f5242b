import { useCallback, useState } from 'react'

/** Returns the pages of a long list that are on the screen, counted from 0. Call `onShow` with the visible rows. */
export function useShownPages(pageSize: number) {
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const from = Math.floor(shown.first / pageSize)
  const to = Math.floor(shown.last / pageSize)
  return {
    pages: Array.from({ length: to - from + 1 }, (_, at) => from + at),
    onShow: useCallback((range: { first: number; last: number }) => setShown(range), []),
    /** Finds the page of a row and its place on the page. */
    findPlace: (index: number) => ({ page: Math.floor(index / pageSize), at: index % pageSize }),
  }
}
