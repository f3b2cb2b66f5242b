import type { FieldProblems } from '#contract/errors.ts'

/** `status` is undefined without a response, `code` when the response body is not one of our errors. */
interface Failure {
  status: number | undefined
  code: string | undefined
  message: string
  fields?: FieldProblems | undefined
  cause?: unknown
}

/** A failed call; `message` is the server's message if it sent one. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number | undefined
  /** The server's error code; 'timeout' or 'no_response' without a response. */
  readonly code: string | undefined
  readonly fields: FieldProblems | undefined
  /** False when `message` was created here because the server sent no readable error. */
  readonly isServerMessage: boolean

  constructor({ status, code, message, fields, cause }: Failure) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.fields = fields
    this.isServerMessage = status !== undefined && code !== undefined
  }
}

/** The server's error message, or `fallback` if it sent none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.isServerMessage && error.message !== '' ? error.message : fallback
}

/** The HTTP status of a failed call; undefined without a response. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof CallError ? error.status : undefined
}

/** The call needs a sign-in. The sign-in dialog opens for that, so show no other error. */
export function isUnauthenticated(error: unknown): boolean {
  return statusOf(error) === 401
}
