import { count, eq, isNull, min, sql } from 'drizzle-orm'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { SECOND_MS } from '#domain/time.ts'
import type { ProviderMetrics } from '#server/google/request-sender.ts'
import type { QueueMetrics } from '#server/queue/run-attempt.ts'
import type { Orm } from '#server/storage/database.ts'
import { runs } from '#server/storage/schema.ts'

export interface Metrics {
  /** Counts the requests to the spreadsheet provider. */
  readonly provider: ProviderMetrics
  readonly queue: QueueMetrics
  /** All figures in Prometheus' text format. */
  text(): Promise<string>
}

/** From a run that starts at once to one that waits for a night's work to end. */
const WAIT_BUCKETS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400]

interface Options {
  orm: Orm
  now: () => Date
}

/** Figures of this node's requests, and of all nodes' runs as the database has them when it is asked. */
export function createMetrics({ orm, now }: Options): Metrics {
  const registry = new Registry()
  const requests = new Counter({
    name: 'nano_sync_provider_requests_total',
    help: 'Requests to the spreadsheet provider by this node',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const cells = new Counter({
    name: 'nano_sync_cells_total',
    help: 'Cells read from and written to spreadsheets by this node',
    labelNames: ['kind'],
    registers: [registry],
  })
  const waits = new Histogram({
    name: 'nano_sync_run_wait_seconds',
    help: 'How long runs had been queued when this node started them',
    buckets: WAIT_BUCKETS_SECONDS,
    registers: [registry],
  })
  registerRunGauges(registry, { orm, now })
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

function registerRunGauges(registry: Registry, { orm, now }: Options): void {
  new Gauge({
    name: 'nano_sync_runs',
    help: 'Runs by state, over all nodes',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const rows = await orm.select({ state: runs.status, runs: count() }).from(runs).groupBy(runs.status)
      this.reset()
      for (const row of rows) this.set({ state: row.state }, row.runs)
    },
  })
  new Gauge({
    name: 'nano_sync_queue_wait_seconds',
    help: 'How long the run that waits longest at this moment has been queued, over all nodes',
    registers: [registry],
    async collect() {
      const [row] = await orm
        .select({ since: min(runs.queuedAt) })
        .from(runs)
        .where(sql`${eq(runs.status, 'Queued')} and ${isNull(runs.endedAt)}`)
      this.set(row?.since ? (now().getTime() - row.since.getTime()) / SECOND_MS : 0)
    },
  })
}
