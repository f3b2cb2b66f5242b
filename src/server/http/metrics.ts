import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RunStatus } from '#domain/runs/run-status.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { DeliveryMetrics } from '#server/alerts/delivery-worker.ts'
import { APP_VERSION } from '#server/config/app-version.ts'
import { BUILD } from '#server/config/build-info.ts'
import type { ProviderMetrics } from '#server/google/request-watch.ts'
import { ACCOUNT_CAUSES } from '#server/google/run-accounts.ts'
import type { QueueMetrics } from '#server/queue/attempt-work.ts'
import type { Orm } from '#server/storage/database.ts'
import { describeMetric } from './metric-docs.ts'
import { registerDatabaseGauges, registerFolderGauges } from './metric-gauges.ts'

export interface RequestMetrics {
  /** Records an answered request; `route` is its pattern, such as `/api/sync_tasks/:id`. */
  answered(event: { method: string; route: string; status: number; ms: number }): void
}

export interface Metrics {
  /** Counts the requests to the spreadsheet provider. */
  readonly provider: ProviderMetrics
  readonly queue: QueueMetrics
  readonly deliveries: DeliveryMetrics
  readonly requests: RequestMetrics
  /** All metrics in the Prometheus text format. */
  text(): Promise<string>
}

const ENDS = ['Success', 'Warning', 'Error', 'Stopped'] as const satisfies readonly RunStatus[]

/** Range from a run that starts at once to a run that waits for a whole night of work. */
const WAIT_BUCKETS_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600, 14_400]
const REQUEST_BUCKETS_SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10]

interface Options {
  orm: Orm
  now: () => Date
  /** The time zone of the schedule. */
  timezone: string
  dataDir: string
  /** Whether the embedded database is backed up every night. */
  isBackedUp: boolean
}

/** Metrics of this node's requests, and of the runs of all nodes, read from the database on each scrape. */
export function createMetrics({ orm, now, timezone, dataDir, isBackedUp }: Options): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    ...describeMetric('nano_sync_provider_requests_total'),
    registers,
  })
  const cells = new Counter({
    ...describeMetric('nano_sync_cells_total'),
    registers,
  })
  const waits = new Histogram({
    ...describeMetric('nano_sync_run_wait_seconds'),
    buckets: WAIT_BUCKETS_SECONDS,
    registers,
  })
  const ended = new Counter({
    ...describeMetric('nano_sync_runs_ended_total'),
    registers,
  })
  const deliveries = new Counter({
    ...describeMetric('nano_sync_alert_deliveries_total'),
    registers,
  })
  const answers = new Histogram({
    ...describeMetric('nano_sync_http_request_seconds'),
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  })
  // Start counters at 0: a counter created by its first event would hide the event from `increase`.
  for (const result of ENDS) ended.inc({ result }, 0)
  for (const outcome of ACCOUNT_CAUSES) {
    requests.inc({ kind: 'read', outcome }, 0)
    requests.inc({ kind: 'write', outcome }, 0)
  }
  new Gauge({
    ...describeMetric('nano_sync_build_info'),
    registers,
  }).set({ version: APP_VERSION, commit: BUILD?.commit ?? '', built_at: BUILD?.builtAt ?? '' }, 1)
  // Memory, CPU time and delays of the event loop, under their usual names.
  collectDefaultMetrics({ register: registry })
  registerDatabaseGauges(registry, { orm, now, timezone })
  registerFolderGauges(registry, { dataDir, isBackedUp })
  return {
    provider: {
      requested({ kind, outcome, cells: cellCount }) {
        requests.inc({ kind, outcome })
        cells.inc({ kind }, cellCount)
      },
    },
    queue: {
      started: ({ waitedMs }) => waits.observe(waitedMs / SECOND_MS),
      ended: ({ result }) => ended.inc({ result }),
    },
    deliveries: { tried: ({ result }) => deliveries.inc({ result }) },
    requests: {
      answered: ({ method, route, status, ms }) =>
        answers.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / SECOND_MS),
    },
    text: () => registry.metrics(),
  }
}
