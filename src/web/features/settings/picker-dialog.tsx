import '@googleworkspace/drive-picker-element'
import { type DetailedHTMLProps, type HTMLAttributes, useEffect, useRef } from 'react'
import type { PickerSettings } from '#contract/access.ts'

interface Props {
  settings: PickerSettings
  /** The person whose files are listed. */
  email: string
  /** Called with the number of picked files; 0 if the person closed the Picker. */
  onEnd: (count: number) => void
  onFailure: () => void
}

type ElementProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Record<string, unknown>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'drive-picker': ElementProps
      'drive-picker-docs-view': ElementProps
    }
  }
}

/** Shows Google's Picker. Once files are picked, this installation can read and write them. */
export function PickerDialog({ settings, email, onEnd, onFailure }: Props) {
  const picker = useRef<HTMLElement>(null)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const listen = (name: string, listener: (event: Event) => void) =>
      picker.current?.addEventListener(name, listener, { signal })
    listen('picker-picked', (event) => onEnd(countDocuments(event)))
    listen('picker-canceled', () => onEnd(0))
    listen('picker-error', onFailure)
    listen('picker-oauth-error', onFailure)
    return () => ended.abort()
  }, [onEnd, onFailure])
  return (
    <drive-picker
      ref={picker}
      client-id={settings.client_id}
      app-id={settings.project_number}
      developer-key={settings.api_key}
      login-hint={email}
      multiselect="true"
    >
      <drive-picker-docs-view view-id="SPREADSHEETS" enable-drives="true" />
    </drive-picker>
  )
}

function countDocuments(event: Event): number {
  const { docs } = event instanceof CustomEvent ? event.detail : {}
  return Array.isArray(docs) ? docs.length : 0
}
