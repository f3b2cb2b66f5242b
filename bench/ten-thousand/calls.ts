import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { readFreshness } from '#server/freshness/read-freshness.ts'
import { readProgress } from '#server/queue/progress.ts'
import { readRunAllProgress } from '#server/runs/run-all-progress.ts'
import { readSnapshot } from '#server/runs/run-snapshot.ts'
import { runDueIntervals } from '#server/schedule/run-due-intervals.ts'
import { runDueTimes } from '#server/schedule/run-due-times.ts'
import { quantile } from '../quantile.ts'
import { startServer } from '../start-server.ts'
import type { Call, Called } from './caller.ts'
import type { Installation } from './installation.ts'

const WARM_UP_ROUNDS = 5
/** Delay between calls, so they stay below the rate limit of one member. */
const PAUSE_MS = 5
const TIMEZONE = 'America/New_York'

/** As the screens ask. */
const CALLS: readonly (readonly [string, string])[] = [
  ['list: first page', '/api/sync_tasks?page=1&limit=400'],
  ['list: last page', '/api/sync_tasks?page=25&limit=400'],
  ['list: in Warning', '/api/sync_tasks?page=1&limit=400&status=Warning'],
  ['list: late', '/api/sync_tasks?page=1&limit=400&freshness=late'],
  ['list: a search', '/api/sync_tasks?page=1&limit=400&search=branch%2077'],
  ['list: types', '/api/sync_task_types'],
  ['list and Home: status of all', '/api/sync_tasks/status_all'],
  ['list and Home: forecast', '/api/runs/forecast'],
  ['Home: overview', '/api/overview'],
  ['Home: runs of 12 hours', '/api/runs/timeline?hours=12'],
  ['Scheduled Tasks', '/api/scheduled_tasks'],
  ['a task', '/api/sync_tasks/20'],
  ['runs of a task', '/api/runs?task_id=20&limit=20'],
]

/** Does something and returns how many milliseconds it took. */
type Work = () => Promise<number>

type Filled = Pick<Installation, 'env'>

interface Compared<What> {
  small: What
  large: What
  /** How often each is done. */
  rounds: number
}

/** Milliseconds at the median and at the 95th percentile. */
export interface Times {
  readonly name: string
  readonly small: Quantiles
  readonly large: Quantiles
}

interface Quantiles {
  readonly p50: number
  readonly p95: number
  /** CPU time of the server; undefined for statements. */
  readonly cpu?: number
}

/** Calls of the screens with few tasks and with many, in turns, each at a server of its own. */
export async function timeCalls({
  small,
  large,
  rounds,
}: Compared<Filled>): Promise<{ times: Times[]; memoryMb: number[] }> {
  await using fewer = await startWebServer(small)
  await using more = await startWebServer(large)
  const memoryBefore = more.memoryMb()
  await using caller = startCaller()
  const get =
    ({ url, cookie }: typeof more, path: string): Work =>
    () =>
      caller.measureMs({ url: url + path, cookie })
  const times: Times[] = []
  for (const [name, path] of CALLS) {
    const before = [fewer.cpuSeconds(), more.cpuSeconds()]
    const { small: few, large: many } = await inTurns(name, { small: get(fewer, path), large: get(more, path), rounds })
    const [ofFewer = 0, ofMore = 0] = [fewer, more].map(
      (server, index) => ((server.cpuSeconds() - (before[index] ?? 0)) / (rounds + WARM_UP_ROUNDS)) * 1000,
    )
    times.push({ name, small: { ...few, cpu: ofFewer }, large: { ...many, cpu: ofMore } })
    console.error(`… ${name}: ${few.p95.toFixed(0)} and ${many.p95.toFixed(0)} ms`)
  }
  return { times, memoryMb: [memoryBefore, more.memoryMb()] }
}

/** Makes one call after the other, in a thread of its own. */
function startCaller() {
  const worker = new Worker(new URL('./caller.ts', import.meta.url))
  return {
    async measureMs(call: Call): Promise<number> {
      worker.postMessage(call)
      const called: Called = (await once(worker, 'message'))[0]
      if ('error' in called) throw new Error(called.error)
      return called.ms
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}

async function startWebServer({ env }: Filled) {
  return await startServer(async () => undefined, { ...env, ROLE: 'web' })
}

/** The statements that nodes send to look for work, while a wave of all tasks is queued and nobody works on it. */
export async function timePolls({ small, large, rounds }: Compared<Installation>): Promise<Times[]> {
  const polls: Record<string, (installation: Installation) => () => Promise<unknown>> = {
    'queue: which runs to start':
      ({ orm, clock }) =>
      async () =>
        await readSnapshot(orm, { candidates: 9, now: clock.now() }),
    'queue: how far Run All is':
      ({ orm }) =>
      async () =>
        await readRunAllProgress(orm),
    'queue: state of every task':
      ({ orm, clock }) =>
      async () =>
        await readProgress(orm, { taskIds: 'all', now: clock.now(), timezone: TIMEZONE }),
    'schedule: due times':
      ({ orm, clock }) =>
      async () =>
        await runDueTimes({ orm, timezone: TIMEZONE, logger: pino({ level: 'silent' }), now: clock.now }),
    'schedule: due intervals':
      ({ orm, clock, google }) =>
      async () =>
        await runDueIntervals({
          orm,
          timezone: TIMEZONE,
          logger: pino({ level: 'silent' }),
          now: clock.now,
          google,
          signal: new AbortController().signal,
        }),
    'freshness of all targets':
      ({ orm, clock }) =>
      async () =>
        await readFreshness(orm, { now: clock.now(), timezone: TIMEZONE }),
  }
  const times: Times[] = []
  for (const [name, workOf] of Object.entries(polls)) {
    const timed = (installation: Installation): Work => {
      const work = workOf(installation)
      return () => measureMs(work)
    }
    times.push(await inTurns(name, { small: timed(small), large: timed(large), rounds }))
  }
  return times
}

async function inTurns(name: string, { small, large, rounds }: Compared<Work>): Promise<Times> {
  const measured = { small: [] as number[], large: [] as number[] }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const ms = { small: await small(), large: await large() }
    if (round >= 0) for (const size of ['small', 'large'] as const) measured[size].push(ms[size])
    await delay(PAUSE_MS)
  }
  const quantiles = (values: readonly number[]) => ({ p50: quantile(values, 0.5), p95: quantile(values, 0.95) })
  return { name, small: quantiles(measured.small), large: quantiles(measured.large) }
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
