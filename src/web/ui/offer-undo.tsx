import { toast } from 'react-toastify/unstyled'
import { RUN_TOAST_MS } from './toast.ts'

const TOAST_ID = 'undo'

/** Tells what was done, with a button that takes it back. Only the last thing done can be taken back. */
export function offerUndo(message: string, onUndo: () => void): void {
  const content = (
    <>
      {message}{' '}
      <button type="button" className="toast-action" onClick={onUndo}>
        Undo
      </button>
    </>
  )
  if (toast.isActive(TOAST_ID)) toast.update(TOAST_ID, { render: content, autoClose: RUN_TOAST_MS })
  else toast.success(content, { toastId: TOAST_ID, autoClose: RUN_TOAST_MS })
}
