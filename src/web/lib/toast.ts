import { createElement, type ReactNode } from 'react'
import { type Id, type ToastContentProps, toast as toastify } from 'react-toastify/unstyled'

const DEFAULT_TIMEOUT_MS = 3_000

/** For actions on runs. */
export const RUN_TOAST_MS = 6_000
/** For imports and exports of tasks. */
export const CSV_TOAST_MS = 16_000

interface ToastOptions {
  timeoutMs?: number
}

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface Toast extends ToastOptions {
  kind: ToastKind
  /** At most one toast per subject is visible. */
  subject: string
  content: ReactNode
}

/** Open toasts by subject. A toast that is animating out no longer counts as open. */
const openToasts = new Map<string, Id>()

/** Shows a toast. If one with the same subject is open, replaces its content, flashes it and restarts its timer. */
export function showToast({ kind, subject, content, timeoutMs = DEFAULT_TIMEOUT_MS }: Toast): void {
  const options = { type: kind, autoClose: timeoutMs }
  const render = ({ toastProps: { updateId } }: ToastContentProps) =>
    createElement('span', { key: updateId, ...(updateId !== undefined && { className: 'toast-updated' }) }, content)

  const id = openToasts.get(subject)
  if (id !== undefined) toastify.update(id, { ...options, render, delay: null })
  else openToasts.set(subject, toastify(render, { ...options, onClose: () => openToasts.delete(subject) }))
}

const toastOf = (kind: ToastKind) => (message: string, options?: ToastOptions) =>
  showToast({ kind, subject: `${kind}: ${message}`, content: message, ...options })

/** Short notifications at the bottom right. */
export const toast = {
  success: toastOf('success'),
  info: toastOf('info'),
  warning: toastOf('warning'),
  error: toastOf('error'),
}
