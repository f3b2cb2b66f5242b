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
  return { kind: 'warning', text: 'Import completed with unknown status' }
}

/** What is told of an import that was refused or got no answer; a failed call's message is made for people. */
export function importFailure(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  return { kind: 'error', text: `Import failed: ${reason}` }
}
