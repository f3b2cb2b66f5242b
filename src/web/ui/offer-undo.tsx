import { showToast } from '../lib/toast.ts'

interface Undo {
  onUndo: () => void
  timeoutMs?: number
}

/** Shows a toast with an Undo button. Only the latest action can be undone. */
export function offerUndo(message: string, { onUndo, ...options }: Undo): void {
  const content = (
    <>
      <span>{message}</span>{' '}
      <button type="button" className="toast-action" onClick={onUndo}>
        Undo
      </button>
    </>
  )
  showToast({ kind: 'success', subject: 'undo', content, ...options })
}
