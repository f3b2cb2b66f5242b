import { z } from 'zod'

const UNKNOWN_STATUS = { kind: 'warning', text: 'Import completed with unknown status' } as const

/** The toast that reports an import. */
interface Outcome {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

/** The outcome of an import by the `status` of the response. */
export function importOutcome({ status, message }: { status: string; message: string }): Outcome {
  if (status === 'success') return { kind: 'success', text: message }
  if (status === 'partial_success') return { kind: 'warning', text: message }
  if (status === 'error') return { kind: 'error', text: `Import failed: ${message}` }
  return UNKNOWN_STATUS
}

/** The outcome of an import that was rejected or got no response; messages of failed calls are written for users. */
export function importFailure(error: unknown): Outcome {
  // The server accepted the file, but its response does not match the contract.
  if (error instanceof z.ZodError) return UNKNOWN_STATUS
  const reason = error instanceof Error ? error.message : String(error)
  return { kind: 'error', text: `Import failed: ${reason}` }
}
