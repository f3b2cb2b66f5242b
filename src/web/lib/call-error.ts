import type { FieldProblems } from '#contract/errors.ts'
import type { ServerText } from './error-body.ts'

interface Failure {
  /** Undefined without a response. */
  status: number | undefined
  serverMessage?: ServerText
  fields?: FieldProblems | undefined
  isTimeout?: boolean
  cause?: unknown
}

/** Error of a failed call. The `message` is the server's sentence, or a description of the failure. */
export class CallError extends Error {
  override name = 'CallError'
  /** Undefined without a response. */
  readonly status: number | undefined
  readonly serverMessage: ServerText
  readonly fields: FieldProblems | undefined
  /** Whether the call was aborted because it took too long. */
  readonly isTimeout: boolean

  constructor({ status, serverMessage = {}, fields, isTimeout = false, cause }: Failure) {
    super(firstText(serverMessage) ?? describe(status, isTimeout), { cause })
    this.status = status
    this.serverMessage = serverMessage
    this.fields = fields
    this.isTimeout = isTimeout
  }
}

function firstText({ message, error, description }: ServerText): string | undefined {
  return message ?? error ?? description
}

function describe(status: number | undefined, isTimeout: boolean): string {
  if (status !== undefined && status < 400) return 'The server sent a response that cannot be read.'
  if (status !== undefined) return `Server error: ${status}`
  if (isTimeout) return 'The server took too long to respond.'
  return 'No response from server. Please check your connection.'
}

/** Returns the server's error message, or `fallback` without a message. */
export function readMessage(error: unknown, fallback: string): string {
  return (error instanceof CallError ? firstText(error.serverMessage) : undefined) ?? fallback
}

/** Works like `readMessage`, but prefers the server's `error` field to its `message`. */
export function readErrorField(error: unknown, fallback: string): string {
  return (error instanceof CallError ? error.serverMessage.error : undefined) ?? readMessage(error, fallback)
}

/** The HTTP status of a failed call; undefined without a response. */
export function readStatus(error: unknown): number | undefined {
  return error instanceof CallError ? error.status : undefined
}

/** Whether a call failed for lack of a sign-in. The sign-in dialog opens for it, so show no other error. */
export function isUnauthenticated(error: unknown): boolean {
  return readStatus(error) === 401
}
