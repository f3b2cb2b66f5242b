import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RequestKind } from '#engine/workbook.ts'
import type { QuotaLimits } from '#server/config/google-settings.ts'
import type { Account } from './account.ts'
import { createQuota } from './quota.ts'
import { createMemoryQuotaStore } from './quota-store.ts'

const anyAccount = (name: string, project = 'one') => ({ name, project, authorize: async () => ({}) })
const ann = anyAccount('ann@example.com')
const bob = anyAccount('bob@example.com')
const twenty = { readsPerMinute: 20, writesPerMinute: 20, projectReadsPerMinute: 100, projectWritesPerMinute: 100 }
/** Number of requests a limit of 20 allows at once, and the time until the next request. */
const BURST = 2
const NEXT_MS = 3_530

/** A quota whose clock advances only while it waits. */
function quotaAt(start: string, limits: Partial<QuotaLimits> = {}) {
  let nowMs = Date.parse(start)
  const waits: string[] = []
  const pauses: number[] = []
  const quota = createQuota({
    store: createMemoryQuotaStore(),
    limits: { ...twenty, ...limits },
    now: () => new Date(nowMs),
    async pause(durationMs) {
      pauses.push(durationMs)
      nowMs += durationMs
    },
  })
  const { signal } = new AbortController()
  const onWait = (until: Date) => waits.push(until.toISOString().slice(11, 19))
  const acquireFromAny = async (accounts: Account[], kind: RequestKind = 'read') =>
    (await quota.acquire({ accounts, kind, signal, onWait })).name
  const acquire = (account: Account = ann, kind: RequestKind = 'read') => acquireFromAny([account], kind)
  return { quota, acquire, acquireFromAny, waits, pauses }
}

test('a burst is sent at once, and further requests wait in turn without a word', async () => {
  const { acquire, waits, pauses } = quotaAt('2026-01-01T04:11:30Z')
  for (let request = 0; request < BURST + 2; request += 1) await acquire()
  expect({ waits, pauses }).toEqual({ waits: [], pauses: [NEXT_MS, NEXT_MS] })
})

test('reads, writes and accounts have separate quotas', async () => {
  const { acquire, pauses } = quotaAt('2026-01-01T04:11:30Z')
  for (let request = 0; request < BURST; request += 1) {
    await acquire(ann, 'read')
    await acquire(ann, 'write')
    await acquire(bob, 'read')
  }
  expect(pauses).toEqual([])
})

test("accounts of one project share the project's quota", async () => {
  const { acquire, pauses } = quotaAt('2026-01-01T04:11:30Z', { projectReadsPerMinute: 20 })
  for (let account = 0; account < BURST + 1; account += 1) await acquire(anyAccount(`user${account}`))
  expect(pauses).toEqual([NEXT_MS])
  await acquire(anyAccount('elsewhere', 'two'))
  expect(pauses).toEqual([NEXT_MS])
})

test('an account that its project makes wait keeps its own slot', async () => {
  const { acquire, pauses } = quotaAt('2026-01-01T04:11:30Z', { projectReadsPerMinute: 2 })
  await acquire()
  await acquire()
  expect(pauses).toEqual([60_000])
})

test("an OAuth client's ID names its project, and a rejection names that of a service account", async () => {
  const { quota, acquire, pauses } = quotaAt('2026-01-01T04:11:30Z', { projectReadsPerMinute: 2 })
  const person = anyAccount('jo@example.com', '123-abc.apps.googleusercontent.com')
  const robot = anyAccount('sync@acme.iam.gserviceaccount.com', 'acme')
  await acquire(person)
  await acquire(robot)
  expect(pauses).toEqual([])
  const consumer = "Quota exceeded for quota metric 'Read requests' for consumer 'project_number:123'."
  await quota.markExhausted({ account: robot, kind: 'write', exhausted: 'account', consumer })
  await acquire(robot)
  expect(pauses).toEqual([60_000])
})

test('requests use the preferred account while it has slots, then the next one, then wait', async () => {
  const { acquireFromAny, pauses } = quotaAt('2026-01-01T04:11:30Z')
  const names: string[] = []
  for (let request = 0; request < 2 * BURST + 1; request += 1) names.push(await acquireFromAny([ann, bob]))
  expect(names).toEqual([...Array(BURST).fill(ann.name), ...Array(BURST).fill(bob.name), ann.name])
  expect(pauses).toEqual([NEXT_MS])
})

test.each(['account', 'project'] as const)(
  'an exhausted %s stays closed for 60 seconds from the answer',
  async (exhausted) => {
    const { quota, acquire, waits, pauses } = quotaAt('2026-01-01T04:11:59Z')
    await quota.markExhausted({ account: ann, kind: 'read', exhausted, consumer: '' })
    await acquire(ann)
    await acquire(ann)
    expect(waits).toEqual(['04:12:59'])
    expect(pauses[0]).toBe(60_000)
  },
)

/** A quota whose clock moves to the end of the earliest pause once everybody waits. */
function quotaWithLine(limits: Partial<QuotaLimits> = {}) {
  let nowMs = Date.parse('2026-01-01T04:11:30Z')
  let questions = 0
  const pauses = new Map<number, () => void>()
  const memory = createMemoryQuotaStore()
  const quota = createQuota({
    store: {
      ...memory,
      async take(slot) {
        questions += 1
        return await memory.take(slot)
      },
    },
    limits: { ...twenty, ...limits },
    now: () => new Date(nowMs),
    async pause(durationMs, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const key = Math.random()
      pauses.set(key, () => {
        nowMs += durationMs
        resolve()
      })
      signal.addEventListener('abort', () => reject(signal.reason))
      await promise.finally(() => pauses.delete(key))
    },
  })
  const pass = async () => {
    for (const end of [...pauses.values()].slice(0, 1)) end()
    await setImmediate()
  }
  return { quota, questions: () => questions, pass }
}

test('requests that wait get their slots in turn, and only the first of them asks for one', async () => {
  const { quota, questions, pass } = quotaWithLine()
  const served: number[] = []
  const waits: string[] = []
  const { signal } = new AbortController()
  const acquire = async (number: number) => {
    const onWait = (until: Date) => waits.push(`${number} until ${until.toISOString().slice(14, 19)}`)
    await quota.acquire({ accounts: [ann], kind: 'read', signal, onWait })
    served.push(number)
  }
  const waiting = Array.from({ length: BURST + 40 }, (_, number) => acquire(number))
  await setImmediate()
  expect(served).toEqual([0, 1])
  expect(waits.slice(0, 3)).toEqual(['3 until 11:37', '4 until 11:40', '5 until 11:44'])
  const before = questions()
  for (let slot = 0; slot < 40; slot += 1) await pass()
  await Promise.all(waiting)
  expect(served).toEqual(Array.from({ length: BURST + 40 }, (_, number) => number))
  // Each request takes its slot and its project's slot, and the next in line is refused once.
  expect(questions() - before).toBeLessThanOrEqual(3 * 40)
})

test('one that gives up lets the next in line ask, and nobody waits for an account that another one uses up', async () => {
  const { quota, pass } = quotaWithLine()
  const served: string[] = []
  const start = (name: string, account: Account) => {
    const control = new AbortController()
    const done = quota
      .acquire({ accounts: [account], kind: 'read', signal: control.signal, onWait() {} })
      .then(() => served.push(name))
      .catch(() => served.push(`${name} gave up`))
    return { control, done }
  }
  for (let request = 0; request < BURST; request += 1) start('burst', ann)
  const [first, second, third] = ['first', 'second', 'third'].map((name) => start(name, ann))
  start('other account', bob)
  await setImmediate()
  expect(served).toEqual(['burst', 'burst', 'other account'])
  second?.control.abort(new Error('stopped'))
  first?.control.abort(new Error('stopped'))
  await setImmediate()
  expect(served.slice(3).sort()).toEqual(['first gave up', 'second gave up'])
  await pass()
  await third?.done
  expect(served.at(-1)).toBe('third')
})
