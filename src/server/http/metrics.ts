import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND_MS } from '#domain/time.ts'
import { listNightlyBackups } from '#server/backup/backup-names.ts'
import { APP_VERSION } from '#server/config/app-version.ts'
import { BUILD } from '#server/config/build-info.ts'
import { countFreshness, readFreshness } from '#server/freshness/read-freshness.ts'
import type { ProviderMetrics } from '#server/google/request-watch.ts'
import type { QueueMetrics } from '#server/queue/attempt-work.ts'
import { countRunsByStatus, oldestQueuedAt } from '#server/runs/run-stats.ts'
import type { Orm } from '#server/storage/database.ts'
import { databaseFaultOf } from '#server/storage/database-fault.ts'

export interface Metrics {
  /** Counts the requests to the spreadsheet provider. */
  readonly provider: ProviderMetrics
  readonly queue: QueueMetrics
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
}

/** From a run that starts at once to one that waits for a whole night of work. */
const WAIT_BUCKETS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400]

interface Options {
  orm: Orm
  now: () => Date
  /** That of the schedule. */
  timezone: string
  /** The data folder whose embedded database is backed up every night, if it is. */
  backedUpDataDir?: string | undefined
}

/** Metrics of this node's requests, and of the runs of all nodes, which are read from the database on each scrape. */
export function createMetrics({ orm, now, timezone, backedUpDataDir }: Options): Metrics {
  const registry = new Registry()
  const requests = new Counter({
    name: 'nano_sync_provider_requests_total',
    help: 'Requests to the spreadsheet provider by this node',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const cells = new Counter({
    name: 'nano_sync_cells_total',
    help: 'Cells written to spreadsheets by this node, and about how many it read',
    labelNames: ['kind'],
    registers: [registry],
  })
  const waits = new Histogram({
    name: 'nano_sync_run_wait_seconds',
    help: 'Time from queued to started, of runs that this node started',
    buckets: WAIT_BUCKETS_SECONDS,
    registers: [registry],
  })
  new Gauge({
    name: 'nano_sync_build_info',
    help: 'Always 1; its labels say which version this node runs, and what it was built from',
    labelNames: ['version', 'commit', 'built_at'],
    registers: [registry],
  }).set({ version: APP_VERSION, commit: BUILD?.commit ?? '', built_at: BUILD?.builtAt ?? '' }, 1)
  registerRunGauges(registry, { orm, now })
  registerFreshnessGauge(registry, { orm, now, timezone })
  if (backedUpDataDir !== undefined) registerBackupGauge(registry, backedUpDataDir)
  return {
    provider: {
      requested({ kind, outcome, cells: cellCount }) {
        requests.inc({ kind, outcome })
        cells.inc({ kind }, cellCount)
      },
    },
    queue: { started: ({ waitedMs }) => waits.observe(waitedMs / SECOND_MS) },
    text: () => registry.metrics(),
  }
}

/** Without the database, what is read from it is left out: that metrics fail too would hide the rest. */
function registerRunGauges(registry: Registry, { orm, now }: Pick<Options, 'orm' | 'now'>): void {
  new Gauge({
    name: 'nano_sync_database_up',
    help: 'Whether the database responds to this node',
    registers: [registry],
    async collect() {
      this.set((await unlessAway(() => oldestQueuedAt(orm))) === 'away' ? 0 : 1)
    },
  })
  new Gauge({
    name: 'nano_sync_runs',
    help: 'Runs by status, over all nodes',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const counts = await unlessAway(() => countRunsByStatus(orm))
      this.reset()
      if (counts === 'away') return
      for (const { status, count } of counts) this.set({ state: status }, count)
    },
  })
  new Gauge({
    name: 'nano_sync_queue_wait_seconds',
    help: 'Time since the oldest queued run was queued, over all nodes',
    registers: [registry],
    async collect() {
      const queuedAt = await unlessAway(() => oldestQueuedAt(orm))
      this.remove()
      if (queuedAt === 'away') return
      this.set(queuedAt ? (now().getTime() - queuedAt.getTime()) / SECOND_MS : 0)
    },
  })
}

function registerFreshnessGauge(registry: Registry, { orm, now, timezone }: Options): void {
  new Gauge({
    name: 'nano_sync_promised_targets',
    help: 'Targets that promise to be fresh, by whether they are, over all nodes',
    labelNames: ['freshness'],
    registers: [registry],
    async collect() {
      const targets = await unlessAway(() => readFreshness(orm, { now: now(), timezone }))
      this.reset()
      if (targets === 'away') return
      for (const [freshness, count] of Object.entries(countFreshness(targets))) this.set({ freshness }, count)
    },
  })
}

function registerBackupGauge(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'nano_sync_last_backup_timestamp_seconds',
    help: 'When the embedded database was last backed up, in Unix time; 0 if it never was',
    registers: [registry],
    async collect() {
      const last = (await listNightlyBackups(dataDir)).at(-1)
      this.set(last ? last.at.getTime() / SECOND_MS : 0)
    },
  })
}

async function unlessAway<T>(read: () => Promise<T>): Promise<T | 'away'> {
  try {
    return await read()
  } catch (error) {
    if (databaseFaultOf(error) === undefined) throw error
    return 'away'
  }
}
