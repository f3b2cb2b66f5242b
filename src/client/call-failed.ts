import type { ErrorReply } from '#contract/errors.ts'

/** Error for a call that the server refused, with the reason. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly reply: ErrorReply

  constructor(status: number, reply: ErrorReply) {
    super(reply.message)
    this.status = status
    this.reply = reply
  }
}

/** Error for a call without a response from Nano Sync: no server responded, or another program did. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
