import { isForWantOfSignIn } from '../lib/call-error.ts'
import { type ToastKind, toast } from './toast.ts'

interface Told {
  message: string
  timeoutMs?: number
  /** An error unless told otherwise. */
  kind?: ToastKind
}

/** Tells that a call failed; the want of a sign-in has a dialog of its own. */
export function toastFailure(error: unknown, { message, kind = 'error', ...options }: Told): void {
  if (!isForWantOfSignIn(error)) toast[kind](message, options)
}
