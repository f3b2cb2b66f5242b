export type CanonicalStatus =
  | 'INVALID_ARGUMENT'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'

interface GoogleErrorFields {
  code: number
  status: CanonicalStatus
  message: string
  details?: readonly object[]
}

/**
 * A refusal in the form of Google's Sheets API: `{ error: { code, message, status, details? } }`.
 * @see https://cloud.google.com/apis/design/errors
 */
export class GoogleError extends Error {
  readonly code: number
  readonly status: CanonicalStatus
  readonly details: readonly object[]

  constructor(fields: GoogleErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.status = fields.status
    this.details = fields.details ?? []
  }

  body(): object {
    const details = this.details.length > 0 ? { details: this.details } : {}
    return { error: { code: this.code, message: this.message, status: this.status, ...details } }
  }
}

export function invalidArgument(message: string, details: readonly object[] = []): GoogleError {
  return new GoogleError({ code: 400, status: 'INVALID_ARGUMENT', message, details })
}

export function notFound(): GoogleError {
  return new GoogleError({ code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' })
}

export function permissionDenied(message = 'The caller does not have permission'): GoogleError {
  return new GoogleError({ code: 403, status: 'PERMISSION_DENIED', message })
}

/** Puts Google's `Invalid data[0]: ` before the message of a refusal thrown inside, and lets every other error pass. */
export function prefixRefusals<T>(prefix: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof GoogleError && error.code === 400) throw invalidArgument(`${prefix}${error.message}`)
    throw error
  }
}
