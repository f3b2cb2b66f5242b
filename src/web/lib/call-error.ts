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

/** A failed call; `message` is the server's sentence, or the best message without it. */
export class CallError extends Error {
  override name = 'CallError'
  /** Undefined without a response. */
  readonly status: number | undefined
  readonly serverMessage: ServerText
  readonly fields: FieldProblems | undefined
  /** The call was given up because it took too long. */
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

/** The server's error message, or `fallback` if it sent none. */
export function readMessage(error: unknown, fallback: string): string {
  return (error instanceof CallError ? firstText(error.serverMessage) : undefined) ?? fallback
}

/** Like `readMessage`, but prefers the server's `error` field to its `message`. */
export function readErrorField(error: unknown, fallback: string): string {
  return (error instanceof CallError ? error.serverMessage.error : undefined) ?? readMessage(error, fallback)
}

/** The HTTP status of a failed call; undefined without a response. */
export function readStatus(error: unknown): number | undefined {
  return error instanceof CallError ? error.status : undefined
}

/** The call needs a sign-in. The sign-in dialog opens for it, so show no other error. */
export function isUnauthenticated(error: unknown): boolean {
  return readStatus(error) === 401
}
