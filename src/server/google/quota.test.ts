import { expect, test } from 'vitest'
import type { Account } from './account.ts'
import { createQuota, type RequestKind } from './quota.ts'
import { memoryQuotaStore } from './quota-store.ts'

const anyAccount = (name: string) => ({ name, project: 'one', authorize: async () => ({}) })
const ann = anyAccount('ann@example.com')
const bob = anyAccount('bob@example.com')

/** A quota on a clock that only waiting moves. */
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
  const takeFromAny = async (accounts: Account[], kind: RequestKind = 'read') =>
    (await quota.take({ accounts, kind, signal, onWait })).name
  const take = (account = ann, kind: RequestKind = 'read') => takeFromAny([account], kind)
  return { quota, take, takeFromAny, waits }
}

test('a request past the quota waits for the next minute', async () => {
  const { take, waits } = quotaAt('2026-01-01T04:11:30Z')
  for (let request = 0; request < 7; request += 1) await take()
  expect(waits).toEqual(['04:12:00', '04:13:00'])
})

test('reads and writes, and accounts, do not use up one another', async () => {
  const { take, waits } = quotaAt('2026-01-01T04:11:30Z')
  for (let request = 0; request < 3; request += 1) {
    await take(ann, 'read')
    await take(ann, 'write')
    await take(bob, 'read')
  }
  expect(waits).toEqual([])
})

test('accounts of one project share five times the quota of one', async () => {
  const { take, waits } = quotaAt('2026-01-01T04:11:30Z', 1)
  for (let account = 0; account < 6; account += 1) await take(anyAccount(`user${account}`))
  expect(waits).toEqual(['04:12:00'])
})

test('requests go to the preferred account while it has slots, then to the next, and wait when none has', async () => {
  const { takeFromAny, waits } = quotaAt('2026-01-01T04:11:30Z', 2)
  const takers: string[] = []
  for (let request = 0; request < 5; request += 1) takers.push(await takeFromAny([ann, bob]))
  expect(takers).toEqual([ann.name, ann.name, bob.name, bob.name, ann.name])
  expect(waits).toEqual(['04:12:00'])
})

test('a bucket that others used up is empty until the next minute', async () => {
  const { quota, take, waits } = quotaAt('2026-01-01T04:11:59Z')
  await quota.drain({ account: ann, kind: 'read', exhausted: 'account' })
  await take(bob)
  expect(waits).toEqual([])
  await take(ann)
  await take(ann)
  expect(waits).toEqual(['04:12:00'])
})
