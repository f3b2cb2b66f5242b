/** A metric of this app, as Prometheus and the documents explain it. */
interface MetricDocs {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  /** Labels with the values to list. The list is empty for a label with many or self-explanatory values. */
  readonly labels: Readonly<Record<string, readonly string[]>>
  readonly scope: 'all nodes' | 'this node' | 'the embedded database'
  readonly meaning: string
  readonly normal: string
}

const documented = {
  nano_sync_runs: {
    kind: 'gauge',
    labels: { state: [] },
    scope: 'all nodes',
    meaning: 'runs in the database: runs in progress and up to 200 past runs per task',
    normal: '`Running` at most `WORKERS` times the number of workers; `Error` and `Failed` rarely grow',
  },
  nano_sync_runs_ended_total: {
    kind: 'counter',
    labels: { result: [] },
    scope: 'this node',
    meaning: 'runs ended by attempts on this node',
    normal: 'nearly all `Success`',
  },
  nano_sync_needs_attention: {
    kind: 'gauge',
    labels: { reason: ['failed', 'stuck', 'held', 'not_run', 'warning'] },
    scope: 'all nodes',
    meaning: 'tasks that need a person; *Home* lists them',
    normal: '0',
  },
  nano_sync_irregular_times: {
    kind: 'gauge',
    labels: { kind: ['late', 'missed', 'skipped'] },
    scope: 'all nodes',
    meaning: 'scheduled starts of the last day that were late, missed or skipped',
    normal: '`missed` is 0',
  },
  nano_sync_queue_wait_seconds: {
    kind: 'gauge',
    labels: {},
    scope: 'all nodes',
    meaning: 'how long the oldest queued run has waited; 0 if none waits',
    normal: 'as long as your longest Run All takes, and back to 0',
  },
  nano_sync_promised_targets: {
    kind: 'gauge',
    labels: { freshness: ['fresh', 'due', 'late'] },
    scope: 'all nodes',
    meaning: 'targets of active tasks that [promise to be fresh](../use/freshness.md)',
    normal: '`late` is 0',
  },
  nano_sync_run_wait_seconds: {
    kind: 'histogram',
    labels: {},
    scope: 'this node',
    meaning: 'time from queued to started',
    normal: 'seconds, unless a prerequisite, a limit of the type or the quota holds runs back',
  },
  nano_sync_provider_requests_total: {
    kind: 'counter',
    labels: { kind: ['read', 'write'], outcome: [] },
    scope: 'this node',
    meaning: 'requests to Google',
    normal: 'nearly all `ok`',
  },
  nano_sync_cells_total: {
    kind: 'counter',
    labels: { kind: ['read', 'write'] },
    scope: 'this node',
    meaning: 'cells written, and about how many cells were read',
    normal: '',
  },
  nano_sync_alert_deliveries_total: {
    kind: 'counter',
    labels: { result: ['delivered', 'refused', 'failed'] },
    scope: 'this node',
    meaning: 'attempts to deliver an alert',
    normal: 'nearly all `delivered`',
  },
  nano_sync_http_request_seconds: {
    kind: 'histogram',
    labels: { method: [], route: [], status: [] },
    scope: 'this node',
    meaning: 'time to answer requests, by class of status',
    normal: 'below a second',
  },
  nano_sync_database_bytes: {
    kind: 'gauge',
    labels: {},
    scope: 'all nodes',
    meaning: 'size of the database',
    normal: 'grows with data copies and change sets, up to their limits',
  },
  nano_sync_free_bytes: {
    kind: 'gauge',
    labels: {},
    scope: 'this node',
    meaning: 'free space for its data folder',
    normal: 'above 1 GB',
  },
  nano_sync_database_up: {
    kind: 'gauge',
    labels: {},
    scope: 'this node',
    meaning: 'whether the database responds to it; without it, the metrics of all nodes are left out',
    normal: '1',
  },
  nano_sync_build_info: {
    kind: 'gauge',
    labels: { version: [], commit: [], built_at: [] },
    scope: 'this node',
    meaning: 'the release that the node runs; always 1',
    normal: 'the same on all nodes, but during an upgrade',
  },
  nano_sync_last_backup_timestamp_seconds: {
    kind: 'gauge',
    labels: {},
    scope: 'the embedded database',
    meaning: 'when the last nightly backup was made; 0 if never',
    normal: 'less than a day ago',
  },
} as const satisfies Readonly<Record<string, MetricDocs>>

export type MetricName = keyof typeof documented
export const METRIC_DOCS: Readonly<Record<MetricName, MetricDocs>> = documented

/** Name, help and labels of a metric for its registration. */
export function describeMetric(name: MetricName): { name: string; help: string; labelNames: string[] } {
  const { meaning, scope, labels } = METRIC_DOCS[name]
  const help = `${meaning.replace(/\[([^[\]]{1,80})\]\([^()]{1,80}\)/g, '$1').replaceAll(/[`*]/g, '')} (${scope})`
  return { name, help, labelNames: Object.keys(labels) }
}
