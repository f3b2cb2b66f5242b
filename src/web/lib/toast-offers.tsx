import { Fragment } from 'react'
import { showToast, type ToastOptions } from './toast.tsx'

interface Undo extends ToastOptions {
  onUndo: () => void
}

/** Shows a toast with an Undo button. Only the latest action can be undone, and only once. */
export function offerUndo(message: string, { onUndo, ...options }: Undo): void {
  let isUndone = false
  const undo = () => {
    if (!isUndone) onUndo()
    isUndone = true
  }
  offerNext(message, { actions: { Undo: undo }, subject: 'undo', ...options })
}

interface Next extends ToastOptions {
  /** Actions by the labels of their buttons. */
  actions: Readonly<Record<string, () => void>>
  subject?: string
}

/** Reports a completed action, with buttons for common next steps. */
export function offerNext(message: string, { actions, subject = 'next', ...options }: Next): void {
  const content = (
    <>
      <span>{message}</span>
      {Object.entries(actions).map(([label, act]) => (
        <Fragment key={label}>
          {' '}
          <button type="button" className="toast-action" onClick={act}>
            {label}
          </button>
        </Fragment>
      ))}
    </>
  )
  showToast({ kind: 'success', subject, content, ...options })
}
