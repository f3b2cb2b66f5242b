import { expect, test } from 'vitest'
import type { QuotaLimits } from '#server/config/google-settings.ts'
import type { Account } from './account.ts'
import { createQuota, type RequestKind } from './quota.ts'
import { createMemoryQuotaStore } from './quota-store.ts'

const anyAccount = (name: string, project = 'one') => ({ name, project, authorize: async () => ({}) })
const ann = anyAccount('ann@example.com')
const bob = anyAccount('bob@example.com')
const twenty = { readsPerMinute: 20, writesPerMinute: 20, projectReadsPerMinute: 100, projectWritesPerMinute: 100 }
/** The requests that a limit of 20 allows at once, and the time to the next one. */
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
