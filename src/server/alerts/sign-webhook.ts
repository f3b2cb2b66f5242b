import { Webhook } from 'standardwebhooks'
import { SECOND_MS } from '#domain/time.ts'

/** Prefix of secrets in the Standard Webhooks scheme. Scanners recognize leaked secrets by it. */
export const SECRET_PREFIX = 'whsec_'

interface SignedRequest {
  readonly alertId: string
  readonly body: string
  readonly secret: string
  readonly now: Date
}

/** Builds the headers of a signed webhook. https://www.standardwebhooks.com */
export function signatureHeaders({ alertId, body, secret, now }: SignedRequest): Record<string, string> {
  const webhook = new Webhook(secret)
  const sentAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS)
  return {
    'webhook-id': alertId,
    'webhook-timestamp': String(sentAt.getTime() / SECOND_MS),
    'webhook-signature': webhook.sign(alertId, sentAt, body),
  }
}
