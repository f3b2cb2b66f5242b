let text = ''
let listening = new AbortController()

/** Collects the characters typed from now on, until a field can take them. */
export function collectTyping(): void {
  takeTyped()
  listening = new AbortController()
  window.addEventListener('keydown', collect, { capture: true, signal: listening.signal })
}

/** Returns the collected characters, and leaves later characters to the field with the focus. */
export function takeTyped(): string {
  listening.abort()
  const typed = text
  text = ''
  return typed
}

function collect(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key === 'Escape') takeTyped()
  if (key.length > 1 || ctrlKey || metaKey || altKey) return
  text += key
  event.preventDefault()
  event.stopPropagation()
}
