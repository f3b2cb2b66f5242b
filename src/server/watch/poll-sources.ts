import { fileIdentity } from '#domain/copy/named-file.ts'
import type { Failure } from '#domain/failures/failure.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { LocalMoment } from '#domain/watch/local-moment.ts'
import { sourcesDue } from '#domain/watch/poll-interval.ts'
import type { EditState } from '#server/google/file-edits.ts'
import type { Google } from '#server/google/google.ts'
import type { Orm } from '#server/storage/database.ts'
import { type SourceRow, saveWatchFailure } from './keep-watched.ts'
import type { WatchedSource, WatchingTask } from './read-watching.ts'
import { recordUnchanged, recordVersion } from './record-version.ts'

/** Source with this node's knowledge about it. */
export interface PolledSource {
  readonly watched: WatchedSource
  row: SourceRow
  /** Time when this node last asked, regardless of the answer. */
  askedAt: Date | undefined
  /** Time of the next question after a refusal by Drive. */
  retryAt: Date | undefined
}

/** Maximum questions of an account per minute: a twentieth of Drive's lowest quota, because runs share the quota. */
const MAX_POLLS_PER_MINUTE = 600
const MAX_AT_ONCE = 10
/** Delay after a refusal. Only a person can end a refusal. */
const RETRY_REFUSED_MS = 15 * MINUTE_MS

interface Poll {
  orm: Orm
  google: Pick<Google, 'readEdits'>
  sources: readonly PolledSource[]
  /** Time since the last poll. It determines the share of the quota. */
  sinceMs: number
  at: LocalMoment
  signal: AbortSignal
  now: () => Date
}

/** Asks Drive about due sources and records the answers. Asks once for all tasks of a source. */
export async function pollSources({ orm, google, sources, sinceMs, at, signal, now }: Poll): Promise<void> {
  const unchanged: SourceRow[] = []

  async function ask(source: PolledSource): Promise<void> {
    const { watched, row } = source
    source.askedAt = now()
    const state = await google.readEdits(watched.sourceSsId, { account: watched.account, signal })
    if (signal.aborted) return
    await saveRefusal(orm, { watched, state })
    source.retryAt = state.kind === 'refused' ? new Date(now().getTime() + RETRY_REFUSED_MS) : undefined
    if (state.kind !== 'seen') return
    const answer = { watched, source: row, state, now: now() }
    if (state.version === row.version) unchanged.push(row)
    else source.row = await recordVersion(orm, answer)
  }

  const limit = (MAX_POLLS_PER_MINUTE * sinceMs) / MINUTE_MS
  const byAccount = Map.groupBy(sources, ({ watched }) => watched.account.name)
  const due = [...byAccount.values()].flatMap((ofAccount) => dueAmong(ofAccount, { ...at, limit }))
  await atMost(MAX_AT_ONCE, due, ask)
  if (unchanged.length === 0) return
  const polledAt = now()
  await recordUnchanged(orm, unchanged, polledAt)
  for (const row of unchanged) row.polledAt = polledAt
}

function dueAmong(sources: readonly PolledSource[], at: LocalMoment & { limit: number }): PolledSource[] {
  // A time further away than the pause was set while the clock was ahead.
  const latestRetryAt = new Date(at.now.getTime() + RETRY_REFUSED_MS)
  const asked = sources.filter(({ retryAt }) => !retryAt || retryAt <= at.now || retryAt > latestRetryAt)
  const timed = asked.map((source) => ({
    source,
    polledAt: source.askedAt,
    editedAt: source.row.editedAt ?? undefined,
  }))
  return sourcesDue(timed, at).map(({ source }) => source)
}

/** Records whether edits are seen. Ignores temporary failures. */
export async function saveRefusal(
  orm: Orm,
  { watched, state }: { watched: WatchedSource; state: EditState },
): Promise<void> {
  if (state.kind === 'failed') return
  // A task with several sources keeps the failures of its other sources.
  const concerned = watched.tasks.filter(({ task }) => state.kind === 'refused' || isNotedFor(task, watched.sourceSsId))
  if (concerned.length === 0) return
  const taskIds = concerned.map(({ task }) => task.id)
  const title = concerned.find(({ task }) => task.sourceSsId === watched.sourceSsId)?.task.sourceSsName
  const file = { id: watched.sourceSsId, ...(title != null && { title }) }
  const { detail, lack } = state.kind === 'refused' ? state : { detail: '' }
  const failure: Failure | null =
    state.kind === 'refused' ? { cause: 'edits_unseen', account: watched.account.name, file, detail, lack } : null
  await saveWatchFailure(orm, { taskIds, failure })
}

function isNotedFor({ watchFailure }: WatchingTask['task'], sourceSsId: string): boolean {
  if (watchFailure?.cause !== 'edits_unseen') return false
  const { file } = watchFailure
  return file === '' || fileIdentity(file) === sourceSsId
}

async function atMost<Item>(count: number, items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker))
}
