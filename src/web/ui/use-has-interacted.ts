import { useEffect, useState } from 'react'

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Whether the user has interacted with the page since the component mounted. Dialogs load at this time: after the screen, but
 * before anybody opens them.
 */
export function useHasInteracted(): boolean {
  const [hasInteracted, setHasInteracted] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const onInteraction = () => {
      setHasInteracted(true)
      controller.abort()
    }
    for (const name of INTERACTIONS) window.addEventListener(name, onInteraction, { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return hasInteracted
}
