import { type ReactNode, useEffect } from 'react'
import { type Id, type ToastContentProps, toast as toastify } from 'react-toastify/unstyled'
import { isUnauthenticated } from './call-error.ts'

const DEFAULT_TIMEOUT_MS = 3_000

/** Time to show toasts about actions on runs. */
export const RUN_TOAST_MS = 6_000
/** Time to point out a new task. */
export const ADDED_MS = 12_000
/** Time to show toasts about imports and exports of tasks. */
export const CSV_TOAST_MS = 16_000

export interface ToastOptions {
  timeoutMs?: number | undefined
}

type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface Toast extends ToastOptions {
  kind: ToastKind
  /** Subject of the toast. Only a single toast per subject is visible. */
  subject: string
  content: ReactNode
}

/** Open toasts by subject. A toast that is animating out no longer counts as open. */
const openToasts = new Map<string, Id>()

/** Shows a toast. If a toast with the same subject is open, replaces its content, flashes it and restarts its timer. */
export function showToast({ kind, subject, content, timeoutMs = DEFAULT_TIMEOUT_MS }: Toast): void {
  const options = { type: kind, autoClose: timeoutMs }
  const render = ({ toastProps: { updateId } }: ToastContentProps) => (
    <span key={updateId} className={updateId === undefined ? undefined : 'toast-updated'}>
      {content}
    </span>
  )

  const id = openToasts.get(subject)
  if (id !== undefined) toastify.update(id, { ...options, render, delay: null })
  else openToasts.set(subject, toastify(render, { ...options, onClose: () => openToasts.delete(subject) }))
}

const buildToast = (kind: ToastKind) => (message: string, options?: ToastOptions) =>
  showToast({ kind, subject: `${kind}: ${message}`, content: message, ...options })

/** Short notifications at the bottom right. */
export const toast = {
  success: buildToast('success'),
  info: buildToast('info'),
  warning: buildToast('warning'),
  error: buildToast('error'),
}

interface FailureToast extends ToastOptions {
  message: string
  /** Defaults to 'error'. */
  kind?: ToastKind
}

/** Reports a failed call, except when it needs a sign-in: the sign-in dialog opens for it. */
export function toastFailure(error: unknown, { message, kind = 'error', ...options }: FailureToast): void {
  if (!isUnauthenticated(error)) toast[kind](message, options)
}

interface FailedQuery {
  error: Error | null
  errorUpdatedAt: number
}

/** Shows one toast per failure of a query. */
export function useFailureToast({ error, errorUpdatedAt }: FailedQuery, message: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated failure shows another toast
  useEffect(() => {
    if (error) toastFailure(error, { message })
  }, [error, errorUpdatedAt, message])
}
