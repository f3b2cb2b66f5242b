import type { Logger } from 'pino'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Database } from '#server/storage/database.ts'

export const DEFAULT_HEALTH_TIMING = { checkEveryMs: 5 * SECOND_MS, giveUpAfterMs: MINUTE_MS }
export type HealthTiming = typeof DEFAULT_HEALTH_TIMING

/** Consecutive failed checks before the database counts as away. A single check may fail because this process was busy. */
const CHECKS_UNTIL_AWAY = 2

/** Health of this node. */
export interface NodeHealth extends AsyncDisposable {
  /** Checks whether this node can work. Returns a sentence about the problem, or undefined. */
  problem(): Promise<string | undefined>
  /** Whether no connection to the database works, not even a new connection. */
  readonly isDatabaseAway: boolean
}

interface Options {
  database: Pick<Database, 'problem' | 'acceptsConnections'>
  queue: Pick<Queue, 'problem' | 'localFault'>
  logger: Logger
  timing: HealthTiming
  /** Called with a sentence if this node has not recovered within a minute although the database accepts new connections. */
  onUnrecoverable: (sentence: string) => void
}

/**
 * Checks regularly whether this node can work. While the database is away, a restart would not help: the node waits and
 * says so. If a new connection works but the node does not recover, only a restart can help.
 */
export function watchNodeHealth({ database, queue, logger, timing, onUnrecoverable }: Options): NodeHealth {
  let failedConnections = 0
  let failingSinceMs: number | undefined

  /** Finds a problem a restart would repair. */
  const broken = async () => (await database.problem()) ?? queue.problem()

  async function check(acceptsConnections: () => Promise<boolean>): Promise<void> {
    const found = await broken()
    const isConnectable = found === undefined || (await acceptsConnections())
    failedConnections = isConnectable ? 0 : failedConnections + 1
    if (found === undefined || !isConnectable) {
      failingSinceMs = undefined
      return
    }
    failingSinceMs ??= performance.now()
    const failingMs = performance.now() - failingSinceMs
    if (failingMs < timing.giveUpAfterMs) return
    const seconds = Math.round(failingMs / SECOND_MS)
    onUnrecoverable(`${found}. This node has not recovered within ${seconds} s and ends. Start it again.`)
  }

  const { acceptsConnections } = database
  const checks = every(timing.checkEveryMs, {
    work: async () => acceptsConnections && (await check(acceptsConnections)),
    onError: (err) => logger.error({ err }, 'Check of the node failed'),
  })
  return {
    problem: async () => (await broken()) ?? queue.localFault(),
    get isDatabaseAway() {
      return failedConnections >= CHECKS_UNTIL_AWAY
    },
    [Symbol.asyncDispose]: checks[Symbol.asyncDispose],
  }
}
