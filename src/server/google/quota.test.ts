import { expect, test } from 'vitest'
import type { Account } from './account.ts'
import { createQuota, type RequestKind } from './quota.ts'
import { memoryQuotaStore } from './quota-store.ts'

const anyAccount = (name: string) => ({ name, project: 'one', authorize: async () => ({}) })
const ann = anyAccount('ann@example.com')
const bob = anyAccount('bob@example.com')

/** A quota whose clock advances only while it waits. */
function quotaAt(start: string, perMinute = 3) {
  let nowMs = Date.parse(start)
  const waits: string[] = []
  const quota = createQuota({
    store: memoryQuotaStore,
    readsPerMinute: perMinute,
    writesPerMinute: perMinute,
    now: () => new Date(nowMs),
    async pause(durationMs) {
      nowMs += durationMs
    },
  })
  const { signal } = new AbortController()
  const onWait = (until: Date) => waits.push(until.toISOString().slice(11, 19))
  const acquireFromAny = async (accounts: Account[], kind: RequestKind = 'read') =>
    (await quota.acquire({ accounts, kind, signal, onWait })).name
  const acquire = (account = ann, kind: RequestKind = 'read') => acquireFromAny([account], kind)
  return { quota, acquire, acquireFromAny, waits }
}

test('a request beyond the quota waits for the next minute', async () => {
  const { acquire, waits } = quotaAt('2026-01-01T04:11:30Z')
  for (let request = 0; request < 7; request += 1) await acquire()
  expect(waits).toEqual(['04:12:00', '04:13:00'])
})

test('reads, writes and accounts have separate quotas', async () => {
  const { acquire, waits } = quotaAt('2026-01-01T04:11:30Z')
  for (let request = 0; request < 3; request += 1) {
    await acquire(ann, 'read')
    await acquire(ann, 'write')
    await acquire(bob, 'read')
  }
  expect(waits).toEqual([])
})

test('accounts of one project share five times the quota of one', async () => {
  const { acquire, waits } = quotaAt('2026-01-01T04:11:30Z', 1)
  for (let account = 0; account < 6; account += 1) await acquire(anyAccount(`user${account}`))
  expect(waits).toEqual(['04:12:00'])
})

test('requests use the preferred account while it has slots, then the next one, then wait', async () => {
  const { acquireFromAny, waits } = quotaAt('2026-01-01T04:11:30Z', 2)
  const names: string[] = []
  for (let request = 0; request < 5; request += 1) names.push(await acquireFromAny([ann, bob]))
  expect(names).toEqual([ann.name, ann.name, bob.name, bob.name, ann.name])
  expect(waits).toEqual(['04:12:00'])
})

test('an exhausted bucket stays empty until the next minute', async () => {
  const { quota, acquire, waits } = quotaAt('2026-01-01T04:11:59Z')
  await quota.markExhausted({ account: ann, kind: 'read', exhausted: 'account' })
  await acquire(bob)
  expect(waits).toEqual([])
  await acquire(ann)
  await acquire(ann)
  expect(waits).toEqual(['04:12:00'])
})
