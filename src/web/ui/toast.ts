import { createElement, type ReactNode } from 'react'
import { type Id, type ToastContentProps, toast as toastify } from 'react-toastify/unstyled'

const DEFAULT_TIMEOUT_MS = 3_000

/** How long the message of a run's action stays. */
export const RUN_TOAST_MS = 6_000
/** How long the message of an import or export of tasks stays. */
export const CSV_TOAST_MS = 16_000

interface ToastOptions {
  timeoutMs?: number
}

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface Shown extends ToastOptions {
  kind: ToastKind
  /** Two toasts of the same subject never stand beside each other. */
  subject: string
  content: ReactNode
}

/** The toasts that stand, by their subject. One that is on its way out stands no more, though it can still be seen. */
const standing = new Map<string, Id>()

/** Shows a toast; the one that stands for the same subject takes over the content, flashes and stays its full time anew. */
export function showToast({ kind, subject, content, timeoutMs = DEFAULT_TIMEOUT_MS }: Shown): void {
  const options = { type: kind, autoClose: timeoutMs }
  const render = ({ toastProps: { updateId } }: ToastContentProps) =>
    createElement('span', { key: updateId, ...(updateId !== undefined && { className: 'toast-renewed' }) }, content)

  const id = standing.get(subject)
  if (id !== undefined) toastify.update(id, { ...options, render, delay: null })
  else standing.set(subject, toastify(render, { ...options, onClose: () => standing.delete(subject) }))
}

const shower = (kind: ToastKind) => (message: string, options?: ToastOptions) =>
  showToast({ kind, subject: `${kind}: ${message}`, content: message, ...options })

/** Short messages at the bottom right. */
export const toast = {
  success: shower('success'),
  info: shower('info'),
  warning: shower('warning'),
  error: shower('error'),
}
