import { and, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Blocker } from '#domain/runs/run-waits.ts'
import { dependencyChain } from '#domain/tasks/dependency.ts'
import { SECOND_MS } from '#domain/time.ts'
import { filesOfRun } from '#server/last-copy/written-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import type { RunDetailsRow } from './run-details.ts'

/** Maximum number of other runs to read. Further runs are left out. */
const MAX_OTHER_RUNS = 5000

/**
 * Finds blockers that may have delayed the first attempt of a run, judging by runs in progress meanwhile. Lists them in the
 * order in which admission checks them, with the current settings of types.
 */
export async function readBlockers(orm: Orm, run: RunDetailsRow, now: Date): Promise<Blocker[]> {
  const types = await orm.select().from(taskTypes)
  const type = types.find(({ id }) => id === run.typeId)
  if (!type) return []
  const prerequisites = dependencyChain({ typeId: type.id, types }).filter(({ id }) => id !== type.id)
  const typeIds = [type.id, ...prerequisites.map(({ id }) => id)]
  const until = run.startedAt ?? run.endedAt ?? now
  const sharesTarget = sql<boolean>`exists (
    select from jsonb_array_elements_text(${filesOfRun}) file where ${isInList(sql<string>`file`, run.targetSsIds)})`
  const others = await orm
    .select({
      taskName: tasks.name,
      typeId: tasks.taskTypeId,
      sharesTarget,
      queuedAt: runs.queuedAt,
      startedAt: runs.startedAt,
      endedAt: runs.endedAt,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(
      and(
        ne(runs.id, run.id),
        or(isNull(runs.endedAt), gte(runs.endedAt, run.queuedAt)),
        lte(runs.queuedAt, until),
        or(isInList(tasks.taskTypeId, typeIds), sharesTarget),
      ),
    )
    .limit(MAX_OTHER_RUNS)
  const span = (from: Date, to: Date | null) => ({ fromMs: from.getTime(), toMs: (to ?? now).getTime() })
  const started = others.flatMap(({ startedAt, ...other }) => (startedAt ? [{ ...other, startedAt }] : []))
  const runningSpans = (found: typeof started) => found.map((other) => span(other.startedAt, other.endedAt))
  const sameType = started.filter(({ typeId }) => typeId === type.id)
  const writers = started.filter(({ sharesTarget: isWriter }) => isWriter)
  const limit = run.maxConcurrentTasks ?? type.allowedConcurrentTasks
  return [
    ...prerequisites.map(({ id, name }) => ({
      reason: `for prerequisites in ${name}`,
      limit: 1,
      spans: others.filter(({ typeId }) => typeId === id).map(({ queuedAt, endedAt }) => span(queuedAt, endedAt)),
    })),
    { reason: `for a free place in ${type.name} (${limit} at a time)`, limit, spans: runningSpans(sameType) },
    { reason: describeWriters(writers), limit: 1, spans: runningSpans(writers) },
    {
      reason: `for the queue delay of ${type.name}`,
      limit: 1,
      spans: sameType.map(({ startedAt }) =>
        span(startedAt, new Date(startedAt.getTime() + type.queueDelaySeconds * SECOND_MS)),
      ),
    },
  ]
}

function describeWriters(writers: readonly { taskName: string }[]): string {
  const names = [...new Set(writers.map(({ taskName }) => taskName))]
  return names.length === 1
    ? `for '${names[0]}', which writes to the same spreadsheet`
    : 'for others that write to the same spreadsheet'
}
