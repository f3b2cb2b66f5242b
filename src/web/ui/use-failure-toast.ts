import { useEffect } from 'react'
import { CallError } from '../lib/call-error.ts'
import { toast } from './toast.ts'

/** Tells of a failed read once; a refusal for want of a sign-in is left to the sign-in dialog. */
export function useFailureToast(error: Error | null, message: string): void {
  useEffect(() => {
    if (!error || (error instanceof CallError && error.status === 401)) return
    toast.error(message)
  }, [error, message])
}
