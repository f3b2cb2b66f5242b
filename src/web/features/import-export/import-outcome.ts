const UNKNOWN_STATUS = { kind: 'warning', text: 'Import completed with unknown status' } as const

/** The toast that reports an import. */
interface Outcome {
  readonly kind: 'success' | 'warning' | 'error'
  readonly text: string
}

/** Builds the toast of a finished import from the `status` of the response. */
export function importOutcome({ status, message }: { status: string; message: string }): Outcome {
  switch (status.toLowerCase()) {
    case 'success':
      return { kind: 'success', text: message || 'Import completed' }
    case 'partial_success':
      return { kind: 'warning', text: message || 'Some rows could not be imported' }
    case 'error':
      return { kind: 'error', text: message ? `Import failed: ${message}` : 'Import failed' }
    default:
      return UNKNOWN_STATUS
  }
}

/** Builds the toast of an import that was rejected or got no response. Messages of failed calls are written for users. */
export function importFailure(error: unknown): Outcome {
  const reason = error instanceof Error ? error.message : String(error)
  return { kind: 'error', text: `Import failed: ${reason}` }
}
