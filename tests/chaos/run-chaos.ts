import { join } from 'node:path'
import { startEmulator } from '@nano-sync/sheets-emulator'
import type { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { addAlertChannel, killWithAlertOnItsWay, setSourceTab } from './alarm.ts'
import { readAlertLog, recordAlerts } from './alert-log.ts'
import { type AlertReceiver, startAlertReceiver } from './alert-receiver.ts'
import { checkAcceptedRuns } from './checks/accepted-runs.ts'
import { checkAlerts } from './checks/alerts.ts'
import { checkAnswers } from './checks/answers.ts'
import { checkAttempts } from './checks/attempts.ts'
import { checkDependents } from './checks/dependents.ts'
import { checkExactTargets } from './checks/exact-targets.ts'
import { checkLimits } from './checks/limits.ts'
import { checkProcesses } from './checks/processes.ts'
import { checkStops } from './checks/stops.ts'
import { checkWriters } from './checks/writers.ts'
import { signInEverywhere, startMembers } from './cluster.ts'
import { type DelayMeter, startDelayMeter } from './delay-meter.ts'
import { backgroundRates, injectFaults, type Member } from './faults.ts'
import { checkLeftovers } from './leftovers.ts'
import { type CallRecord, isSuccess } from './node-client.ts'
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
import type { ProviderLog } from './provider-gateway.ts'
import { type Random, seededRandom } from './random.ts'
import { attemptsIn, type Check, MIN_TOLERANCE_MS, type Records } from './records.ts'
import type { Report } from './report.ts'
import { readLimitLog, readRunLog, recordRuns } from './run-log.ts'
import { spreadsheetsAt } from './spreadsheets.ts'
import { runAllTasks, startWorkload, stopAllTasks } from './workload.ts'
import { createWorld, type World } from './world.ts'

/** Maximum time to take over and retry runs of lost nodes, once everything works again. */
const MAX_SETTLE_MS = 10 * 60_000
const CALM = { failing: 0, breaking: 0, slow: 0 }

interface Options {
  folder: string
  seed: number
  durationMs: number
  onStep: (step: string) => void
  /** Ends all processes when it is aborted. */
  signal: AbortSignal
}

/** Starts everything, lets faults and users at it, repairs it, and checks what was recorded. */
export async function runChaos({ folder, seed, durationMs, onStep, signal }: Options): Promise<Report> {
  await using parts = new AsyncDisposableStack()
  signal.addEventListener('abort', () => void parts.disposeAsync())
  const [faultChoices, userChoices, providerChoices, alertChoices] = [0, 1, 2, 3].map((add) => seededRandom(seed + add))
  if (!faultChoices || !userChoices || !providerChoices || !alertChoices) throw new Error('Unreachable')
  onStep('Starting PostgreSQL, the provider and the nodes …')
  const cluster = parts.use(await startPostgresCluster(folder))
  const emulator = parts.use(await startEmulator({ host: '127.0.0.1', port: 0 }))
  const delays = parts.use(await startDelayMeter())
  const receiver = parts.use(await startAlertReceiver(alertChoices))
  const sheets = spreadsheetsAt(emulator.url)
  const log: ProviderLog = { requests: [], states: [] }
  const rates = { ...CALM }
  let world: World | undefined
  const members = await startMembers(parts, {
    folder,
    cluster,
    providerUrl: emulator.url,
    sheets,
    world: () => world,
    rates,
    random: providerChoices,
    log,
  })
  const clients = await signInEverywhere(members)
  const [client] = clients
  if (!client) throw new Error('There is no node')
  await recordRuns(cluster)
  await recordAlerts(cluster)
  await addAlertChannel(client, receiver.url)
  world = await createWorld({ client, sheets, random: userChoices })
  const users = { nodes: members.map(({ node }) => node), clients, world, random: userChoices }

  onStep('Copying every task once …')
  const calls = [await runAllTasks(users)]
  await untilAllEnded(cluster)
  onStep('Breaking things …')
  Object.assign(rates, backgroundRates())
  const ending = new AbortController()
  const working = startWorkload({ ...users, signal: ending.signal })
  const faults = await injectFaults({ members, cluster, rates, random: faultChoices, durationMs })
  ending.abort()
  calls.push(...(await working))
  onStep('Everything is repaired. Waiting for the runs to end …')
  Object.assign(rates, CALM)
  const ready = await checkReady(members)
  await untilAllEnded(cluster)
  onStep('Stopping every task …')
  calls.push(...(await stopRuns({ users, cluster })))
  await untilAllEnded(cluster)
  await setSourceTab(client, { task: world.alarm, tab: world.alarm.name })
  onStep('Copying every task once more …')
  calls.push(await lastRunAll(users))
  await untilAllEnded(cluster)
  const lastRuns = await checkLastRuns(cluster, world)
  onStep('Killing every node while an alert is on its way …')
  await killWithAlertOnItsWay({ client, world, nodes: users.nodes, receiver, cluster })
  onStep('Restarting every node …')
  const leftovers = await restartAndCheckLeftovers({ members, cluster, folder })
  const records = await readRecords({ cluster, world, log, calls, members, receiver, delays })
  return { faults, records, checks: [...checkAll(records), lastRuns, ready, leftovers] }
}

interface Users {
  nodes: Member['node'][]
  clients: ApiClient[]
  world: World
  random: Random
}

async function lastRunAll(users: Users): Promise<CallRecord> {
  return await eventually({
    what: 'Run All to be accepted',
    read: () => runAllTasks(users),
    until: isSuccess,
    timeoutMs: MAX_SETTLE_MS,
  })
}

/** Users may have stopped no run while everything was broken, or had no answer. */
async function stopRuns({ users, cluster }: { users: Users; cluster: PostgresCluster }): Promise<CallRecord[]> {
  const calls: CallRecord[] = []
  await eventually({
    what: 'Stop All to stop a run',
    async read() {
      calls.push(await runAllTasks(users))
      const stop = await stopAllTasks(users)
      calls.push(stop)
      return (await readRunLog(cluster)).filter(
        ({ status, at }) => status === 'Stopped' && at >= stop.sentAt && at <= stop.answeredAt,
      ).length
    },
    until: (stopped) => stopped > 0,
    timeoutMs: MAX_SETTLE_MS,
  })
  return calls
}

/** Waits until all runs have ended. Gives up after a while, and the checks then report the runs that have not ended. */
async function untilAllEnded(cluster: PostgresCluster): Promise<void> {
  await eventually({
    what: 'all runs to end',
    read: () => cluster.query('select id, task_id, status, attempt, lease_until from runs where ended_at is null'),
    until: (open) => open.length === 0,
    timeoutMs: MAX_SETTLE_MS,
  }).catch((error: Error) => console.log(error.message))
}

async function readRecords(from: {
  cluster: PostgresCluster
  world: World
  log: ProviderLog
  calls: readonly CallRecord[]
  members: readonly Member[]
  receiver: AlertReceiver
  delays: DelayMeter
}): Promise<Records> {
  const { cluster, world, log, calls, members, receiver, delays } = from
  const runLog = await readRunLog(cluster)
  return {
    world,
    provider: log,
    runLog,
    attempts: attemptsIn(runLog),
    limitLog: await readLimitLog(cluster),
    calls,
    exits: members.flatMap(({ node }) => node.exits),
    alerts: { ...(await readAlertLog(cluster)), receipts: receiver.receipts },
    toleranceMs: Math.max(MIN_TOLERANCE_MS, await delays.longestMs()),
  }
}

function checkAll(records: Records): Check[] {
  const checks = [
    checkWriters,
    checkLimits,
    checkDependents,
    checkStops,
    checkAcceptedRuns,
    checkExactTargets,
    checkAttempts,
    checkAnswers,
    checkProcesses,
    checkAlerts,
  ]
  return checks.map((check) => check(records))
}

/** Checks that every task can be copied once the system works again. */
async function checkLastRuns(cluster: PostgresCluster, world: World): Promise<Check> {
  const rows = await cluster.query<{ name: string; status: string }>(
    'select tasks.name, runs.status from tasks join runs on runs.id = tasks.current_run_id',
  )
  const failed = rows.filter(({ status }) => status !== 'Success')
  return {
    promise: 'Afterwards every task can be copied',
    seen: rows.length,
    problems: [
      ...failed.map(({ name, status }) => `${name} ended in ${status}`),
      ...(rows.length === world.tasks.length ? [] : [`Only ${rows.length} of ${world.tasks.length} tasks have a run`]),
    ],
  }
}

async function checkReady(members: readonly Member[]): Promise<Check> {
  const waiting = await Promise.allSettled(members.map(({ node }) => node.untilReady()))
  const problems = waiting.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  return { promise: 'Every node is ready again at the end', seen: members.length, problems }
}

/** Checks that the next start removes the leftovers of a killed process. */
async function restartAndCheckLeftovers(options: {
  members: readonly Member[]
  cluster: PostgresCluster
  folder: string
}): Promise<Check> {
  const { members, cluster, folder } = options
  const nodes = members.map(({ node }) => node)
  const killed = nodes.flatMap(({ exits }) => exits).filter(({ expected }) => expected === 'killed').length
  const restarted = await Promise.allSettled(nodes.map((node) => node.restart().then(() => node.untilReady())))
  const failures = restarted.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  const check = await checkLeftovers({ folders: nodes.map(({ name }) => join(folder, name)), cluster, killed })
  return { ...check, problems: [...failures, ...check.problems] }
}
