import { z } from 'zod'

const UNKNOWN_STATUS = { kind: 'warning', text: 'Import completed with unknown status' } as const

/** What is told of an import, and how loudly. */
interface Outcome {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

/** What is told of an import that the server answered. */
export function importOutcome({ status, message }: { status: string; message: string }): Outcome {
  if (status === 'success') return { kind: 'success', text: message }
  if (status === 'partial_success') return { kind: 'warning', text: message }
  if (status === 'error') return { kind: 'error', text: `Import failed: ${message}` }
  return UNKNOWN_STATUS
}

/** What is told of an import that was refused or got no answer; a failed call's message is made for people. */
export function importFailure(error: unknown): Outcome {
  // The server took the file, but its answer does not keep to the contract.
  if (error instanceof z.ZodError) return UNKNOWN_STATUS
  const reason = error instanceof Error ? error.message : String(error)
  return { kind: 'error', text: `Import failed: ${reason}` }
}
