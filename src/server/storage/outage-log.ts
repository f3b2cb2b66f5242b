import type { Logger } from 'pino'
import { SECOND_MS } from '#domain/time.ts'

/** Logs the outages of a retried action: one line for the first failure, and one line when it works again. */
export interface OutageLog {
  /** Whether the last try failed. */
  readonly isFailing: boolean
  failed(err: unknown): void
  succeeded(): void
}

interface Options {
  logger: Logger
  now: () => Date
  /** Log messages for the start and the end of an outage. */
  messages: { readonly failed: string; readonly succeeded: string }
}

export function createOutageLog({ logger, now, messages }: Options): OutageLog {
  let failures = 0
  let failingSince = 0
  return {
    get isFailing() {
      return failures > 0
    },
    failed(err) {
      if (failures === 0) {
        failingSince = now().getTime()
        logger.warn({ err }, messages.failed)
      }
      failures += 1
    },
    succeeded() {
      if (failures === 0) return
      const seconds = Math.round((now().getTime() - failingSince) / SECOND_MS)
      logger.info({ failures, seconds }, messages.succeeded)
      failures = 0
    },
  }
}
