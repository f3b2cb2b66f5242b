import { toast as toastify } from 'react-toastify/unstyled'

const DEFAULT_TIMEOUT_MS = 3_000

/** How long the message of a run's action stays. */
export const RUN_TOAST_MS = 6_000
/** How long the message of an import or export of tasks stays. */
export const CSV_TOAST_MS = 16_000

interface ToastOptions {
  timeoutMs?: number
}

type Kind = 'success' | 'info' | 'warning' | 'error'

function shower(kind: Kind) {
  return (message: string, { timeoutMs = DEFAULT_TIMEOUT_MS }: ToastOptions = {}): void => {
    // The same sentence again while it still stands would only pile up.
    toastify[kind](message, { autoClose: timeoutMs, toastId: `${kind}:${message}` })
  }
}

/** Short messages at the bottom right. */
export const toast = {
  success: shower('success'),
  info: shower('info'),
  warning: shower('warning'),
  error: shower('error'),
}
