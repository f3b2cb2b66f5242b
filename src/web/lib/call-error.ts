import type { FieldProblems } from '#contract/errors.ts'

/** What is known when a call failed. `status` is undefined when no response came, as is `code` when the body was not ours. */
interface Failure {
  status: number | undefined
  code: string | undefined
  message: string
  fields?: FieldProblems | undefined
  cause?: unknown
}

/** A call that did not succeed; `message` is the server's sentence where it gave one. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number | undefined
  /** The server's error code; 'timeout' or 'no_response' when nothing came back. */
  readonly code: string | undefined
  readonly fields: FieldProblems | undefined
  /** False when `message` had to be made up here because the server said nothing readable. */
  readonly isServerSentence: boolean

  constructor({ status, code, message, fields, cause }: Failure) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.fields = fields
    this.isServerSentence = status !== undefined && code !== undefined
  }
}

/** The server's own sentence about a failure, or `fallback` when it gave none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.isServerSentence && error.message !== '' ? error.message : fallback
}

/** True for a call that was refused because nobody is signed in: the sign-in dialog tells of it, and nothing else shall. */
export function isForWantOfSignIn(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}
