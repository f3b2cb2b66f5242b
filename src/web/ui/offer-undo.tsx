import { showToast } from './toast.ts'

interface Undo {
  onUndo: () => void
  timeoutMs?: number
}

/** Tells what was done, with a button that takes it back. Only the last thing done can be taken back. */
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
