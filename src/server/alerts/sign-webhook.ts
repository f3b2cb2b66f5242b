import { createHmac } from 'node:crypto'
import { SECOND_MS } from '#domain/time.ts'

interface Signed {
  readonly alertId: string
  readonly body: string
  readonly secret: string
  readonly now: Date
}

/** The headers of a signed webhook: HMAC-SHA256 over the time and the body, so that neither can be changed or repeated. */
export function signatureHeaders({ alertId, body, secret, now }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / SECOND_MS))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'nano-sync-alert-id': alertId,
    'nano-sync-timestamp': timestamp,
    'nano-sync-signature': `v1=${signature}`,
  }
}
