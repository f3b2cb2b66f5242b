import { expect, test } from 'vitest'
import type { AlertLog, DeliveryChange, IncidentChange } from '../alert-log.ts'
import type { Receipt } from '../alert-receiver.ts'
import type { Exit } from '../chaos-node.ts'
import type { CallRecord } from '../node-client.ts'
import type { ProviderRequest } from '../provider-gateway.ts'
import { attemptsIn, type Check, MIN_TOLERANCE_MS, type Records } from '../records.ts'
import type { RunChange } from '../run-log.ts'
import { textOfRows } from '../spreadsheets.ts'
import { checkAcceptedRuns } from './accepted-runs.ts'
import { checkAlerts } from './alerts.ts'
import { checkAnswers } from './answers.ts'
import { checkAttempts } from './attempts.ts'
import { checkDependents } from './dependents.ts'
import { checkExactTargets } from './exact-targets.ts'
import { checkLimits } from './limits.ts'
import { checkProcesses } from './processes.ts'
import { checkStops } from './stops.ts'
import { checkWriters } from './writers.ts'

const ROWS = [['a', 1]]
const alarm = { id: 21, name: 'Ledgers 2', typeId: 2, sourceId: 's21', targetId: 't21' }
const world: Records['world'] = {
  types: [
    { id: 1, name: 'Masters', limit: 1, prerequisiteIds: [] },
    { id: 2, name: 'Ledgers', limit: 1, prerequisiteIds: [1] },
  ],
  tasks: [
    { id: 10, name: 'Masters 1', typeId: 1, sourceId: 's10', targetId: 't10' },
    { id: 11, name: 'Masters 2', typeId: 1, sourceId: 's11', targetId: 't11' },
    { id: 12, name: 'Masters 3', typeId: 1, sourceId: 's12', targetId: 't10' },
    { id: 20, name: 'Ledgers 1', typeId: 2, sourceId: 's20', targetId: 't20' },
    alarm,
  ],
  alarm,
  sourceVersions: [{ taskId: 10, at: 0, rows: ROWS }],
}

const LEASE_MS = 20_000

/** Changes of run 100 of task 10, unless others are named; a Running or Stopping run has a lease. */
function change(at: number, status: RunChange['status'], fields: Partial<RunChange> = {}): RunChange {
  const isLeased = status === 'Running' || status === 'Stopping'
  const lease = { pid: isLeased ? 7 : undefined, leaseUntil: isLeased ? at + LEASE_MS : undefined }
  const attempt = status === 'Queued' ? 0 : 1
  return { at, runId: 100, taskId: 10, typeId: 1, waveId: 'w', status, attempt, ...lease, ...fields }
}

/** Run 100, which gives its place to others until a time. */
function waiting(recheckAt: number): RunChange {
  return change(2000, 'Running', { recheckAt })
}

function request(receivedAt: number, fields: Partial<ProviderRequest> = {}): ProviderRequest {
  const sender = { node: 'node-1', pid: 7, taskId: 10, spreadsheetId: 't10' }
  return { ...sender, isWrite: true, receivedAt, outcome: 'ok', ...fields }
}

function call(action: string, answeredAt: number, fields: Partial<CallRecord> = {}): CallRecord {
  const body = '{"status":"success"}'
  return { action, sentAt: answeredAt - 50, answeredAt, httpStatus: 200, body, taskIds: [10], ...fields }
}

interface Recorded {
  changes?: RunChange[]
  requests?: ProviderRequest[]
  calls?: CallRecord[]
  exits?: Exit[]
  /** The target's rows from a time on. */
  targets?: [at: number, rows: (string | number)[][]][]
  alerts?: Partial<AlertLog>
  toleranceMs?: number
}

function records({
  changes = [],
  requests = [],
  calls = [],
  exits = [],
  targets = [],
  alerts,
  toleranceMs = MIN_TOLERANCE_MS,
}: Recorded): Records {
  const runLog = changes.toSorted((one, other) => one.at - other.at)
  const states = targets.map(([at, rows]) => ({ taskId: 10, at, text: textOfRows(rows) }))
  const limitLog = world.types.map(({ id, limit }) => ({ at: 0, typeId: id, limit }))
  return {
    world,
    provider: { requests, states },
    runLog,
    attempts: attemptsIn(runLog),
    limitLog,
    calls,
    exits,
    alerts: { incidents: [], deliveries: [], receipts: [], ...alerts },
    toleranceMs,
  }
}

function tried(at: number, tries: number, fields: Partial<DeliveryChange> = {}): DeliveryChange {
  return { at, alertId: 'a', tries, state: 'waiting', leaseUntil: at + LEASE_MS, ...fields }
}

function arrived(at: number, alertId: string, fields: Partial<Receipt> = {}): Receipt {
  return { at, alertId, isRecovery: alertId === 'b', taskIds: [alarm.id], isComplete: true, ...fields }
}

const run = [change(1000, 'Queued'), change(2000, 'Running'), change(5000, 'Success')]
const ofNode2 = { pid: 8, attempt: 2 }
const ended = { at: new Date(0), node: 'node-1', code: 1, signal: null, expected: undefined }

const incident: IncidentChange[] = [
  { incidentId: 1, event: 'opened', alertId: null },
  { incidentId: 1, event: 'reported', alertId: 'a' },
  { incidentId: 1, event: 'forgotten', alertId: null },
]
/** Alert a is tried by a node that is killed, and again by another node; b reports the recovery. */
const alerts: AlertLog = {
  incidents: incident,
  deliveries: [tried(1000, 1), tried(22_000, 2), tried(23_000, 2, { state: 'delivered', leaseUntil: undefined })],
  receipts: [arrived(1100, 'a'), arrived(22_100, 'a'), arrived(24_000, 'b')],
}

const cases: [name: string, check: (records: Records) => Check, kept: Recorded, broken: Recorded][] = [
  [
    'a write of a node that another has taken over from',
    checkWriters,
    { changes: run, requests: [request(3000)] },
    { changes: [...run.slice(0, 2), change(3000, 'Running', ofNode2)], requests: [request(4000)] },
  ],
  [
    'a write after the lease has run out',
    checkWriters,
    { changes: run, requests: [request(3000)] },
    { changes: run.slice(0, 2), requests: [request(2000 + LEASE_MS + 500)] },
  ],
  [
    'a write into a spreadsheet that another task writes to',
    checkWriters,
    { changes: run, requests: [request(3000)] },
    { changes: run, requests: [request(3000, { taskId: 11 })] },
  ],
  [
    'two tasks that write to the same spreadsheet at once',
    checkWriters,
    { changes: [...run, change(6000, 'Running', { runId: 101, taskId: 12 })], requests: [request(3000)] },
    { changes: [...run, change(2500, 'Running', { runId: 101, taskId: 12 })], requests: [request(3000)] },
  ],
  [
    'a run beyond the limit of its type',
    checkLimits,
    { changes: [...run, change(6000, 'Running', { runId: 101, taskId: 11 })] },
    { changes: [...run, change(3000, 'Running', { runId: 101, taskId: 11 })] },
  ],
  [
    'a run beyond the limit beside one whose wait has ended',
    checkLimits,
    { changes: [waiting(9000), change(3000, 'Running', { runId: 101, taskId: 11 })] },
    { changes: [waiting(9000), change(12_000, 'Running', { runId: 101, taskId: 11 })] },
  ],
  [
    'a run that goes on after a wait beyond the limit',
    checkLimits,
    {
      changes: [
        waiting(9000),
        change(3000, 'Running', { runId: 101, taskId: 11 }),
        change(6000, 'Success', { runId: 101, taskId: 11 }),
        change(9000, 'Running'),
      ],
    },
    { changes: [waiting(9000), change(3000, 'Running', { runId: 101, taskId: 11 }), change(9000, 'Running')] },
  ],
  [
    'a request after a stop that no busy machine held up',
    checkStops,
    {
      changes: [...run.slice(0, 2), change(3000, 'Stopping')],
      requests: [request(3500)],
      calls: [call('stop', 3020)],
      toleranceMs: 600,
    },
    { changes: [...run.slice(0, 2), change(3000, 'Stopping')], requests: [request(3500)], calls: [call('stop', 3020)] },
  ],
  [
    'a dependent that starts after its prerequisite was stopped',
    checkDependents,
    { changes: [...run, change(6000, 'Running', { runId: 102, taskId: 20, typeId: 2 })] },
    { changes: [change(1000, 'Stopped'), change(6000, 'Running', { runId: 102, taskId: 20, typeId: 2 })] },
  ],
  [
    'a request after the answer to Stop',
    checkStops,
    { changes: [...run.slice(0, 2), change(3000, 'Stopping')], requests: [request(2500)], calls: [call('stop', 3020)] },
    { changes: [...run.slice(0, 2), change(3000, 'Stopping')], requests: [request(3500)], calls: [call('stop', 3020)] },
  ],
  [
    'a request between the answer to Stop and the next run',
    checkStops,
    {
      changes: [change(1000, 'Queued'), change(2000, 'Stopped'), change(6000, 'Running', { runId: 101 })],
      // Recorded a little early, because the harness may have noticed it late.
      requests: [request(5995)],
      calls: [call('stop', 2020)],
    },
    {
      changes: [change(1000, 'Queued'), change(2000, 'Stopped'), change(6000, 'Running', { runId: 101 })],
      requests: [request(4000)],
      calls: [call('stop', 2020)],
    },
  ],
  [
    'an accepted run that is not queued',
    checkAcceptedRuns,
    { changes: run, calls: [call('run', 1020)] },
    { changes: run, calls: [call('run', 8000)] },
  ],
  ['a run that does not end', checkAcceptedRuns, { changes: run }, { changes: run.slice(0, 2) }],
  [
    'a target that differs when its run ends in Success',
    checkExactTargets,
    { changes: run, targets: [[4000, ROWS]] },
    { changes: run, targets: [[4000, [['a', 2]]]] },
  ],
  [
    'a late write that changes a target after Success',
    checkExactTargets,
    { changes: run, targets: [[4000, ROWS]] },
    {
      changes: run,
      targets: [
        [4000, ROWS],
        [7000, [['a', 2]]],
      ],
    },
  ],
  [
    'an attempt that fails without a fault of the provider',
    checkAttempts,
    { changes: [...run.slice(0, 2), change(3000, 'Failed')], requests: [request(2500, { outcome: 500 })] },
    { changes: [...run.slice(0, 2), change(3000, 'Failed')], requests: [request(2500)] },
  ],
  [
    'an incident that is reported twice',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, incidents: incident.flatMap((each) => (each.alertId ? [each, each] : [each])) } },
  ],
  [
    'an incident that no alert has ended',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, incidents: incident.slice(0, 2) } },
  ],
  [
    'an alert that never arrives',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, deliveries: [...alerts.deliveries, tried(25_000, 1, { alertId: 'c' })] } },
  ],
  [
    'an alert that arrives more often than it was sent',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, receipts: [arrived(1000, 'a'), ...alerts.receipts] } },
  ],
  [
    'an alert that two nodes send at once',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, deliveries: [tried(1000, 1), tried(4000, 2)] } },
  ],
  [
    'an alert that is sent again after it was delivered',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, deliveries: [...alerts.deliveries, tried(50_000, 3)] } },
  ],
  [
    'a recovery that is reported before what it ends',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, receipts: alerts.receipts.toReversed() } },
  ],
  [
    'a recovery that is not reported',
    checkAlerts,
    { alerts },
    { alerts: { ...alerts, receipts: alerts.receipts.slice(0, 2) } },
  ],
  [
    'a server error other than 503',
    checkAnswers,
    { calls: [call('run', 1000, { httpStatus: 503 })] },
    { calls: [call('run', 1000, { httpStatus: 500 })] },
  ],
  [
    'a node that ends by an unhandled exception',
    checkProcesses,
    { exits: [{ ...ended, stderr: 'The database did not come back within a minute.\n' }] },
    {
      exits: [{ ...ended, stderr: 'Error: read ECONNRESET\n    at TCP.onStreamRead (node:internal/stream:216:20)\n' }],
    },
  ],
]

test.each(cases)('the chaos checks find %s', (_name, check, kept, broken) => {
  expect(check(records(kept))).toMatchObject({ seen: expect.any(Number), problems: [] })
  expect(check(records(kept)).seen).toBeGreaterThan(0)
  expect(check(records(broken)).problems).toHaveLength(1)
})

test('a check that saw no case says so', () => {
  const checks = [...new Set(cases.map(([, check]) => check))]
  expect(checks.map((check) => check(records({})).seen)).toEqual(checks.map(() => 0))
})
