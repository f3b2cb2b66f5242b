/** Every way a request can fail, with its HTTP status. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  /** Somebody else has changed the same fields since the request's base version. */
  changed_meanwhile: 412,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unexpected: 500,
  unavailable: 503,
  /** The database is unreachable or blocked. The response says in Retry-After when to try again. */
  database_unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

/** Messages by invalid field. */
export type FieldProblems = Readonly<Record<string, string>>

/** The body of every failed request. `error` and `message` are the same sentence, because clients may read either. */
export interface ErrorReply {
  error: string
  message: string
  code: ErrorCode
  fields?: FieldProblems
}

/** Error for a request that cannot be fulfilled and that the caller can correct. Users see `message` unchanged. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly fields: FieldProblems | undefined

  constructor(code: ErrorCode, message: string, fields?: FieldProblems) {
    super(message)
    this.code = code
    this.fields = fields
  }

  get status(): number {
    return statusOf[this.code]
  }

  toReply(): ErrorReply {
    return { error: this.message, message: this.message, code: this.code, ...(this.fields && { fields: this.fields }) }
  }
}
