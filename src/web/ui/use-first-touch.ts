import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Whether someone has touched the page since the component stands there. What opens only when asked for is fetched
 * then: not with the screen, yet before it is wanted.
 */
export function useFirstTouch(): boolean {
  const [isTouched, setIsTouched] = useState(false)
  useEffect(() => {
    const touched = new AbortController()
    const note = () => {
      setIsTouched(true)
      touched.abort()
    }
    for (const sign of SIGNS) window.addEventListener(sign, note, { signal: touched.signal })
    return () => touched.abort()
  }, [])
  return isTouched
}
