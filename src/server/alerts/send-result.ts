/** How a try to deliver an alert ended. */
export interface SendResult {
  /** `refused`: the receiver wants none, now and later. `failed`: a later try may succeed. */
  readonly outcome: 'delivered' | 'refused' | 'failed'
  /** The receiver's response, or why there was none. */
  readonly answer: string
  /** How long the receiver asks to wait. */
  readonly retryAfterMs?: number
  /** A problem of a successful delivery, for example a rejected address. */
  readonly problem?: string
}

const MAX_ANSWER_LENGTH = 500

/** The first lines of an answer, without the given secrets, because a receiver may repeat them. */
export function shownAnswer(answer: string, secrets: readonly (string | undefined)[] = []): string {
  const hidden = secrets
    .filter((secret) => secret !== undefined && secret.length > 3)
    .reduce<string>((text, secret) => text.replaceAll(secret ?? '', '[hidden]'), answer.toWellFormed())
  const line = hidden.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length <= MAX_ANSWER_LENGTH ? line : `${line.slice(0, MAX_ANSWER_LENGTH).toWellFormed()}…`
}
