import type { Logger } from 'pino'
import { SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Orm } from '#server/storage/database.ts'
import { createOutageLog } from '#server/storage/outage-log.ts'
import { type ClaimedDelivery, claimDeliveries, recordTry, releaseDelivery } from './deliveries.ts'
import { type SenderParts, sendAlert } from './send-alert.ts'
import type { SendResult } from './send-result.ts'

const POLL_MS = 2 * SECOND_MS
const MESSAGES = {
  failed: 'Could not read which alerts to deliver; trying again until it works',
  succeeded: 'Reading which alerts to deliver works again',
}

export interface DeliveryMetrics {
  tried(event: { result: SendResult['outcome'] }): void
}

interface Options extends SenderParts {
  readonly orm: Orm
  readonly timezone: string
  readonly logger: Logger
  readonly metrics?: DeliveryMetrics | undefined
  /** Time between two polls. Tests shorten it. */
  readonly pollMs?: number | undefined
}

/**
 * Delivers the waiting alerts of each channel in order. Disposing interrupts current deliveries, which another node or the next
 * start tries again.
 */
export function startDeliveryWorker({
  orm,
  timezone,
  logger,
  metrics,
  pollMs = POLL_MS,
  ...parts
}: Options): AsyncDisposable {
  const { now } = parts
  const stopping = new AbortController()
  const trying = new Set<Promise<void>>()
  const outage = createOutageLog({ logger, now, messages: MESSAGES })

  async function poll(): Promise<void> {
    for (const claimed of await claimDeliveries(orm, { timezone, now: now() })) {
      const attempt = deliver(claimed).finally(() => trying.delete(attempt))
      trying.add(attempt)
    }
    outage.succeeded()
  }

  async function deliver(claimed: ClaimedDelivery): Promise<void> {
    const { channel, alert } = claimed
    try {
      const result = await sendAlert(parts, { channel, alert, signal: stopping.signal }).catch(failUnexpectedly)
      if (stopping.signal.aborted && result.outcome === 'failed') return await releaseDelivery(orm, claimed)
      await recordTry(orm, { claimed, result, now: now() })
      metrics?.tried({ result: result.outcome })
      logTry(claimed, result)
      if (result.outcome !== 'failed' && !stopping.signal.aborted) void polls.runNow()
    } catch (err) {
      logger.warn({ err, channel: channel.name, alert: alert.id }, 'Could not record a delivery; it is tried again')
    }
  }

  function failUnexpectedly(err: unknown): SendResult {
    logger.error({ err }, 'Delivering an alert failed unexpectedly')
    return { outcome: 'failed', answer: 'Unexpected error. The developer log has the details.' }
  }

  function logTry({ channel, alert, delivery }: ClaimedDelivery, { outcome, answer }: SendResult): void {
    const about = { channel: channel.name, alert: alert.id, tries: delivery.tries }
    if (outcome === 'delivered') logger.info(about, 'alert delivered')
    else logger.warn({ ...about, outcome, answer }, 'alert not delivered')
  }

  const polls = every(pollMs, { work: poll, onError: outage.failed })
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await polls[Symbol.asyncDispose]()
      await Promise.all(trying)
    },
  }
}
