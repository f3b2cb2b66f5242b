import { isForWantOfSignIn } from './call-error.ts'
import { type ToastKind, toast } from './toast.ts'

interface FailureToast {
  message: string
  timeoutMs?: number
  /** Defaults to 'error'. */
  kind?: ToastKind
}

/** Shows that a call failed, except when it needs a sign-in: the sign-in dialog opens for that. */
export function toastFailure(error: unknown, { message, kind = 'error', ...options }: FailureToast): void {
  if (!isForWantOfSignIn(error)) toast[kind](message, options)
}
