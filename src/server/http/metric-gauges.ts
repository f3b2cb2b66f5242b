import { gte, sql, sum } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import { STUCK_AFTER_HOURS } from '#contract/overview.ts'
import { ScheduleEventKind } from '#contract/schedule-event.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/time.ts'
import { listNightlyBackups } from '#server/backup/backup-names.ts'
import { countFreshness, readFreshness } from '#server/freshness/read-freshness.ts'
import { countRunsByStatus, oldestQueuedAt } from '#server/runs/run-stats.ts'
import type { Orm } from '#server/storage/database.ts'
import { findDatabaseFault } from '#server/storage/database-fault.ts'
import { readDiskSpace } from '#server/storage/disk-space.ts'
import { scheduleEvents } from '#server/storage/schema.ts'
import { countInNeed } from '#server/tasks/attention.ts'
import { readTasksByCause } from '#server/tasks/tasks-by-cause.ts'
import { describeMetric, type MetricName } from './metric-docs.ts'

interface DatabaseOptions {
  orm: Orm
  now: () => Date
  /** Time zone of the schedule. */
  timezone: string
}

/** Registers figures read from the database by each scrape. They are equal on all nodes. */
export function registerDatabaseGauges(registry: Registry, { orm, now, timezone }: DatabaseOptions): void {
  new Gauge({
    ...describeMetric('nano_sync_database_up'),
    registers: [registry],
    async collect() {
      this.set((await unlessAway(() => oldestQueuedAt(orm))) === 'away' ? 0 : 1)
    },
  })
  const byLabel = labeledGauges(registry)
  byLabel({
    name: 'nano_sync_runs',
    read: async () => (await countRunsByStatus(orm)).map(({ status, count }) => [status, count]),
  })
  byLabel({
    name: 'nano_sync_promised_targets',
    read: async () => Object.entries(countFreshness(await readFreshness(orm, { now: now(), timezone }))),
  })
  byLabel({
    name: 'nano_sync_needs_attention',
    read: async () => {
      const stuckBefore = new Date(now().getTime() - STUCK_AFTER_HOURS * HOUR_MS)
      return Object.entries(countInNeed(await readTasksByCause(orm, { stuckBefore })))
    },
  })
  byLabel({
    name: 'nano_sync_irregular_times',
    read: () => countIrregularTimes(orm, new Date(now().getTime() - DAY_MS)),
  })
  single(registry, {
    name: 'nano_sync_queue_wait_seconds',
    read: async () => {
      const queuedAt = await oldestQueuedAt(orm)
      return queuedAt ? (now().getTime() - queuedAt.getTime()) / SECOND_MS : 0
    },
  })
  single(registry, {
    name: 'nano_sync_database_bytes',
    read: async () => {
      const result = await orm.execute(sql`select pg_database_size(current_database())::text as bytes`)
      return SizeResult.parse(result).rows[0].bytes
    },
  })
}

const SizeResult = z.object({ rows: z.tuple([z.object({ bytes: z.coerce.number() })]) })

async function countIrregularTimes(orm: Orm, since: Date): Promise<[kind: string, count: number][]> {
  const rows = await orm
    .select({ kind: scheduleEvents.kind, times: sum(scheduleEvents.times).mapWith(Number) })
    .from(scheduleEvents)
    .where(gte(scheduleEvents.notedAt, since))
    .groupBy(scheduleEvents.kind)
  const times = new Map(rows.map((row) => [row.kind, row.times]))
  return ScheduleEventKind.options.map((kind) => [kind, times.get(kind) ?? 0])
}

/** Registers the figures of this node's data folder. */
export function registerFolderGauges(
  registry: Registry,
  { dataDir, isBackedUp }: { dataDir: string; isBackedUp: boolean },
): void {
  new Gauge({
    ...describeMetric('nano_sync_free_bytes'),
    registers: [registry],
    async collect() {
      const { freeBytes } = await readDiskSpace(dataDir)
      this.set(freeBytes)
    },
  })
  if (!isBackedUp) return
  new Gauge({
    ...describeMetric('nano_sync_last_backup_timestamp_seconds'),
    registers: [registry],
    async collect() {
      const last = (await listNightlyBackups(dataDir)).at(-1)
      this.set(last ? last.at.getTime() / SECOND_MS : 0)
    },
  })
}

interface Named {
  name: MetricName
}

/**
 * Registers gauges with a label. Without the database, the gauges have no value, because a failed scrape would hide all other
 * metrics.
 */
function labeledGauges(registry: Registry) {
  return ({ name, read }: Named & { read: () => Promise<[value: string, count: number][]> }) => {
    const described = describeMetric(name)
    const [label = ''] = described.labelNames
    return new Gauge({
      ...described,
      registers: [registry],
      async collect() {
        const counts = await unlessAway(read)
        this.reset()
        if (counts === 'away') return
        for (const [value, count] of counts) this.set({ [label]: value }, count)
      },
    })
  }
}

function single(registry: Registry, { name, read }: Named & { read: () => Promise<number> }): void {
  new Gauge({
    ...describeMetric(name),
    registers: [registry],
    async collect() {
      const value = await unlessAway(read)
      this.remove()
      if (value !== 'away') this.set(value)
    },
  })
}

async function unlessAway<T>(read: () => Promise<T>): Promise<T | 'away'> {
  try {
    return await read()
  } catch (error) {
    if (findDatabaseFault(error) === undefined) throw error
    return 'away'
  }
}
