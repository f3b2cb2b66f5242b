/** How a try to deliver an alert ended. */
export interface SendResult {
  /** `refused`: the receiver rejects the alert for good. `failed`: a later try may succeed. */
  readonly outcome: 'delivered' | 'refused' | 'failed'
  /** The receiver's response, or the reason why there was none. */
  readonly answer: string
  /** Time the receiver asks to wait. */
  readonly retryAfterMs?: number
  /** A problem of a successful delivery, for example a rejected address. */
  readonly problem?: string
}

const MAX_ANSWER_LENGTH = 500

/** Shortens an answer to its first lines and hides the given secrets, which a receiver may repeat. */
export function shownAnswer(answer: string, secrets: readonly (string | undefined)[] = []): string {
  const hidden = secrets
    .filter((secret) => secret !== undefined && secret.length > 3)
    .reduce<string>((text, secret) => text.replaceAll(secret ?? '', '[hidden]'), answer.toWellFormed())
  const line = hidden.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length <= MAX_ANSWER_LENGTH ? line : `${line.slice(0, MAX_ANSWER_LENGTH).toWellFormed()}…`
}
