import { type LowDisk, type NightResult, type Overview, STUCK_AFTER_HOURS } from '#contract/overview.ts'
import type { CauseGroup } from '#domain/incidents/group-by-cause.ts'
import { lastNight } from '#domain/schedule/last-night.ts'
import { HOUR_MS } from '#domain/time.ts'
import { countFreshness, readFreshness, type TargetFreshness } from '#server/freshness/read-freshness.ts'
import type { Context } from '#server/http/context.ts'
import { countEndedRuns } from '#server/runs/run-history.ts'
import { nextTimes } from '#server/schedule/next-times.ts'
import type { DatabaseChoice, Orm } from '#server/storage/database.ts'
import { isLow, readDiskSpace } from '#server/storage/disk-space.ts'
import { allInactive, countInNeed, expiredAccounts } from '#server/tasks/attention.ts'
import { listOffboardedPeople } from '#server/tasks/offboarding.ts'
import { endedWithoutSuccess, runsInProgress } from '#server/tasks/overview-runs.ts'
import { listOverviewTasks } from '#server/tasks/overview-task.ts'
import { readTasksByCause } from '#server/tasks/tasks-by-cause.ts'
import { countUpToDate } from '#server/tasks/up-to-date.ts'
import { onlyStopper, presentIncidents } from './present-incidents.ts'
import { presentNextTimes } from './present-next-times.ts'

/** Maximum lines of each part of the overview. The list of tasks shows the rest. */
const MAX_LINES = 6

/** `orm` is a snapshot transaction, so the parts of the overview agree with each other. */
type OverviewContext = Pick<Context, 'config' | 'connection' | 'queue' | 'now'> & { orm: Orm }

/** Presents the overview. Reads a few rows for each part, regardless of the number of tasks. */
export async function presentOverview(context: OverviewContext): Promise<Overview> {
  const { timezone } = context.config.schedule
  const stuckBefore = new Date(context.now().getTime() - STUCK_AFTER_HOURS * HOUR_MS)
  const groups = await readTasksByCause(context.orm, { stuckBefore })
  const summary = await presentSummary(context.orm, { stuckBefore, groups })
  return {
    summary,
    attention: await presentAttention(context, { groups, activeCount: summary.tasks_count }),
    in_progress: await presentRunsInProgress(context),
    last_night: await presentLastNight(context),
    next_times: await presentNextTimes(
      context.orm,
      await nextTimes(context.orm, { now: context.now(), timezone, limit: MAX_LINES }),
    ),
    freshness: await presentPromises(context),
  }
}

async function presentSummary(
  orm: Orm,
  { stuckBefore, groups }: { stuckBefore: Date; groups: readonly CauseGroup[] },
): Promise<Overview['summary']> {
  const { tasksCount, upToDateCount, neverRunCount } = await countUpToDate(orm, { stuckBefore })
  return {
    tasks_count: tasksCount,
    up_to_date: upToDateCount,
    never_run: neverRunCount,
    not_run_because: await onlyStopper(orm, groups),
  }
}

async function presentAttention(
  { orm, config, connection, now }: OverviewContext,
  { groups, activeCount }: { groups: readonly CauseGroup[]; activeCount: number },
): Promise<Overview['attention']> {
  const hasSharedAccount = connection.current.sharedAccount !== undefined
  const accounts = await expiredAccounts(orm, { hasSharedAccount })
  const inactive = activeCount === 0 ? await allInactive(orm) : undefined
  const departed = await listOffboardedPeople(orm, { allowedEmails: config.allowedEmails, now: now() })
  return {
    incidents: await presentIncidents(orm, groups.slice(0, MAX_LINES)),
    incidents_count: groups.length,
    counts: countInNeed(groups),
    accounts: accounts.flatMap(({ email, revokedAt }) =>
      revokedAt ? [{ email, expired_at: revokedAt.toISOString() }] : [],
    ),
    all_inactive: inactive
      ? { tasks_count: inactive.tasksCount, since: inactive.since?.toISOString() ?? null, by: inactive.by ?? null }
      : null,
    low_disk: await presentLowDisk(config.database),
    departed: departed.map(({ heldTasks, ...person }) => ({ ...person, held_tasks: heldTasks })),
  }
}

async function presentLowDisk(database: DatabaseChoice): Promise<LowDisk | null> {
  if ('databaseUrl' in database) return null
  const space = await readDiskSpace(database.dataDir)
  return isLow(space) ? { free_bytes: space.freeBytes, total_bytes: space.totalBytes } : null
}

async function presentRunsInProgress({ orm, queue }: OverviewContext): Promise<Overview['in_progress']> {
  const { first, count } = await runsInProgress(orm, { limit: MAX_LINES })
  const progress = await queue.progress(
    first.map(({ id }) => id),
    orm,
  )
  const listed = first.flatMap((task) => {
    const { task_status: status, rows_done, rows_total, waiting_for } = progress.get(task.id) ?? {}
    if (status === undefined || status === 'Pending') return []
    return {
      ...task,
      status,
      rows_done: rows_done ?? null,
      rows_total: rows_total ?? null,
      waiting_for: waiting_for ?? null,
    }
  })
  return { runs: listed, count }
}

async function presentLastNight({ orm, config, now }: OverviewContext): Promise<NightResult> {
  const night = lastNight({ now: now(), timezone: config.schedule.timezone })
  const ended = await countEndedRuns(orm, night)
  return {
    from: night.from.toISOString(),
    to: night.to.toISOString(),
    succeeded: ended.get('Success') ?? 0,
    warnings: ended.get('Warning') ?? 0,
    failed: ended.get('Error') ?? 0,
    stopped: ended.get('Stopped') ?? 0,
    runs: (await endedWithoutSuccess(orm, { ...night, limit: MAX_LINES })).map(({ ended_at, ...run }) => ({
      ...run,
      ended_at: ended_at.toISOString(),
    })),
  }
}

async function presentPromises({ orm, config, now }: OverviewContext): Promise<Overview['freshness']> {
  const targets = await readFreshness(orm, { now: now(), timezone: config.schedule.timezone })
  const lateMs = ({ deadline }: TargetFreshness) => deadline?.dueAt.getTime() ?? 0
  const late = targets
    .filter(({ state }) => state === 'late')
    .sort((one, other) => lateMs(one) - lateMs(other))
    .slice(0, MAX_LINES)
  const tasks = await listOverviewTasks(
    orm,
    late.map(({ taskId }) => taskId),
  )
  return {
    tasks_count: targets.length,
    ...countFreshness(targets),
    late_tasks: late.flatMap(({ taskId, deadline, cause }) => {
      const task = tasks.get(taskId)
      return task ? [{ ...task, due_at: deadline?.dueAt.toISOString() ?? null, cause }] : []
    }),
  }
}
