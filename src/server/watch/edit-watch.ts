import type { Logger } from 'pino'
import { SECOND_MS } from '#domain/time.ts'
import { localMoment } from '#domain/watch/local-moment.ts'
import type { Config } from '#server/config/config.ts'
import type { Google } from '#server/google/google.ts'
import type { Queue } from '#server/queue/queue.ts'
import type { Orm } from '#server/storage/database.ts'
import { keepWatched, saveWatchFailure } from './keep-watched.ts'
import { type PolledSource, pollSources, saveRefusal } from './poll-sources.ts'
import { groupBySource, hasWatching, readWatching, sourceKey, type WatchingTask } from './read-watching.ts'
import { startEdited } from './start-edited.ts'
import { endWatchLease, takeWatchLease } from './watch-lease.ts'

/** Time until another node takes over from a lost node. */
const LEASE_MS = 30 * SECOND_MS

export interface WatchOptions {
  orm: Orm
  google: Pick<Google, 'selectDriveAccount' | 'readEdits'>
  queue: Pick<Queue, 'wake'>
  config: Pick<Config, 'schedule' | 'allowedEmails'>
  logger: Logger
  now: () => Date
  nodeId: string
  /** Time between two calls of `tick`. It determines the share of Drive's quota per call. */
  tickMs: number
}

/** Watch over sources, active on a single node at a time. */
export interface EditWatch {
  /** Notes that tasks or types may have changed. */
  noteChange(): void
  /** Checks due sources and starts due tasks, if this node has the lease. */
  tick(signal: AbortSignal): Promise<void>
  /** Checks for a saved task whether Drive reports edits of its source. If not, records the reason. */
  check(taskId: number, signal: AbortSignal): Promise<void>
  /** Gives up the lease, so another node can watch. */
  end(): Promise<void>
}

interface WatchedSources {
  watching: readonly WatchingTask[]
  sources: readonly PolledSource[]
}

const NOTHING: WatchedSources = { watching: [], sources: [] }

export function createEditWatch(options: WatchOptions): EditWatch {
  const { orm, google, queue, config, logger, now, nodeId, tickMs } = options
  const reading = { orm, google, allowedEmails: config.allowedEmails }
  let isChanged = true
  let isWatching = false
  let isLeader = false
  let known = NOTHING
  let polledAt: Date | undefined

  /** Whether this node watches. While edits run no task, no node watches, at no cost. */
  async function lead(): Promise<boolean> {
    if (isChanged && !isLeader) {
      isChanged = false
      isWatching = await hasWatching(orm)
    }
    if (!isWatching) return false
    const wasLeader = isLeader
    isLeader = await takeWatchLease(orm, { nodeId, now: now(), leaseMs: LEASE_MS })
    if (!isLeader) return false
    if (wasLeader && !isChanged) return true
    isChanged = false
    known = await readKnown(reading, wasLeader ? known : NOTHING)
    isWatching = known.watching.length > 0
    if (!isWatching) await end()
    return isWatching
  }

  async function end(): Promise<void> {
    if (!isLeader) return
    isLeader = false
    known = NOTHING
    await endWatchLease(orm, nodeId)
  }

  async function watch(signal: AbortSignal): Promise<void> {
    if (!(await lead())) return
    const at = localMoment(now(), config.schedule.timezone)
    const sinceMs = polledAt ? Math.max(0, at.now.getTime() - polledAt.getTime()) : tickMs
    polledAt = at.now
    const { sources, watching } = known
    await pollSources({ orm, google, sources, sinceMs: Math.min(sinceMs, LEASE_MS), at, signal, now })
    if (signal.aborted) return
    const startedCount = await startEdited({ orm, watching, at: { ...at, now: now() }, logger })
    if (startedCount > 0) await queue.wake()
  }

  return {
    noteChange() {
      isChanged = true
    },
    async tick(signal) {
      try {
        await watch(signal)
      } catch (err) {
        if (signal.aborted) return
        // This node's knowledge may be outdated now.
        isLeader = false
        isChanged = true
        logger.warn({ err }, 'Could not look for edits; trying again')
      }
    },
    async check(taskId, signal) {
      const [watching] = await readWatching(reading, { taskId })
      if (!watching) return
      if (!watching.by.account) return await saveUnseen(orm, [watching])
      for (const watched of groupBySource([watching])) {
        const state = await google.readEdits(watched.sourceSsId, { account: watched.account, signal })
        await saveRefusal(orm, { watched, state })
      }
    },
    end,
  }
}

/** Reads the watched sources, and keeps this node's knowledge about them. */
async function readKnown(
  reading: Parameters<typeof readWatching>[0],
  { sources }: WatchedSources,
): Promise<WatchedSources> {
  const watching = await readWatching(reading)
  const rows = await keepWatched(reading.orm, watching)
  await saveUnseen(
    reading.orm,
    watching.filter(({ by }) => !by.account),
  )
  const before = new Map(sources.map((source) => [buildKey(source.row), source]))
  const rowsByKey = new Map(rows.map((row) => [buildKey(row), row]))
  return {
    watching,
    sources: groupBySource(watching).flatMap((watched) => {
      const key = sourceKey(watched.sourceSsId, watched.account.name)
      const row = rowsByKey.get(key)
      const { askedAt, retryAt } = before.get(key) ?? {}
      return row ? [{ watched, row, askedAt, retryAt }] : []
    }),
  }
}

function buildKey({ sourceSsId, account }: { sourceSsId: string; account: string }): string {
  return sourceKey(sourceSsId, account)
}

/** Records that no account can ask Drive about the sources of tasks. */
async function saveUnseen(orm: Orm, unseen: readonly WatchingTask[]): Promise<void> {
  const byName = Map.groupBy(unseen, ({ by }) => by.name)
  for (const [account, group] of byName) {
    const failure = { cause: 'edits_unseen', account, file: '', detail: '' } as const
    await saveWatchFailure(orm, { taskIds: group.map(({ task }) => task.id), failure })
  }
}
