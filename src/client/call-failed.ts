import type { ErrorReply } from '#contract/errors.ts'

/** A call the server refused, with its reason. */
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

/** No answer that Nano Sync could have sent: nothing was reached, or something else answered. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}
