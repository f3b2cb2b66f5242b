type CanonicalStatus =
  | 'INVALID_ARGUMENT'
  | 'FAILED_PRECONDITION'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'ABORTED'
  | 'RESOURCE_EXHAUSTED'
  | 'INTERNAL'
  | 'UNAVAILABLE'

export interface GoogleErrorFields {
  code: number
  status: CanonicalStatus
  message: string
  details?: readonly object[]
  /** How the Drive API reports the error, and the parameter that caused it. */
  drive?: { reason: string; domain?: string; location?: string; message?: string }
}

/** An error response of the Sheets or Drive API. @see https://cloud.google.com/apis/design/errors */
export class GoogleError extends Error {
  readonly code: number
  readonly #fields: GoogleErrorFields

  constructor(fields: GoogleErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.#fields = fields
  }

  /** `{ error: { code, message, status, details? } }` */
  sheetsBody(): object {
    const { code, message, status, details = [] } = this.#fields
    return { error: { code, message, status, ...(details.length > 0 && { details }) } }
  }

  /** `{ error: { code, message, errors: [{ domain, reason, message, location?, locationType? }] } }` */
  driveBody(): object {
    const { code, status, drive } = this.#fields
    const { reason = driveReasons[status], domain = 'global', location, message = this.message } = drive ?? {}
    const cause = location === undefined ? {} : { location, locationType: 'parameter' }
    return { error: { code, message, errors: [{ message, domain, reason, ...cause }] } }
  }
}

const driveReasons: Readonly<Record<CanonicalStatus, string>> = {
  INVALID_ARGUMENT: 'badRequest',
  FAILED_PRECONDITION: 'failedPrecondition',
  UNAUTHENTICATED: 'authError',
  PERMISSION_DENIED: 'forbidden',
  NOT_FOUND: 'notFound',
  ABORTED: 'conflict',
  RESOURCE_EXHAUSTED: 'rateLimitExceeded',
  INTERNAL: 'internalError',
  UNAVAILABLE: 'backendError',
}

export function invalidArgument(message: string, details: readonly object[] = []): GoogleError {
  return new GoogleError({ code: 400, status: 'INVALID_ARGUMENT', message, details })
}

/** Refuses a field Google would store and this provider would lose. */
export function notKept(field: string): GoogleError {
  return invalidArgument(`This provider does not store ${field}.`)
}

/** Refuses a feature Google has and this provider does not. */
export function notSupported(what: string): GoogleError {
  return invalidArgument(`This provider does not support ${what}.`)
}

export function notFound(message = 'Requested entity was not found.'): GoogleError {
  return new GoogleError({ code: 404, status: 'NOT_FOUND', message })
}

export function permissionDenied(message = 'The caller does not have permission'): GoogleError {
  return new GoogleError({ code: 403, status: 'PERMISSION_DENIED', message })
}

/** Adds a prefix to the message of a 400 thrown by `work`, as in Google's `Invalid data[0]: …`. Other errors pass unchanged. */
export function prefixErrors<T>(prefix: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof GoogleError && error.code === 400) throw invalidArgument(`${prefix}${error.message}`)
    throw error
  }
}
