import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

const TYPING_PAUSE_MS = 250

/**
 * Keeps the text of the name filter. Typed text appears at once and is reported when the typing pauses. A report takes a while
 * to arrive as the `name` in the URL. Any other change of the name replaces the text.
 */
export function useTypedName(name: string, report: (name: string) => void) {
  const [text, setText] = useState(name)
  const [seen, setSeen] = useState(name)
  /** Reported texts that are not in the URL yet. */
  const [pending, setPending] = useState<readonly string[]>([])
  if (name !== seen) {
    setSeen(name)
    const place = pending.indexOf(name)
    setPending(pending.slice(place + 1))
    if (place === -1) setText(name)
  }
  const reportSoon = useDebouncedCallback((typed: string) => {
    if (typed === name) return
    setPending((now) => [...now, typed])
    report(typed)
  }, TYPING_PAUSE_MS)
  return {
    text,
    type: (typed: string) => {
      setText(typed)
      reportSoon(typed)
    },
    clear: () => {
      reportSoon.cancel()
      setText('')
    },
  }
}
