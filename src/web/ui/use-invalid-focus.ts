import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const INVALID = '[aria-invalid="true"]'

/** Scrolls to the first invalid field of a form and focuses it. Waits for the field if it appears a moment later. */
export function useInvalidFocus(): { formRef: RefObject<HTMLFormElement | null>; focusInvalid: () => void } {
  const formRef = useRef<HTMLFormElement>(null)
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    const form = formRef.current
    if (requests === 0 || !form || focusFirst(form)) return
    // Wait for the field, because fields of a folded section load on demand.
    const observer = new MutationObserver(() => focusFirst(form) && observer.disconnect())
    observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [requests])
  const focusInvalid = useCallback(() => setRequests((count) => count + 1), [])
  return { formRef, focusInvalid }
}

function focusFirst(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLElement>(INVALID)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
  return field !== null
}
