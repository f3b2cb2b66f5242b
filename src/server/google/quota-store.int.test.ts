import { tmpdir } from 'node:os'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createQuota } from './quota.ts'
import { postgresQuotaStore } from './quota-store.ts'

/** The connection pools of two nodes on one database. */
async function openNodes() {
  await using parts = new AsyncDisposableStack()
  const { env } = parts.use(await openTestDatabase(tmpdir()))
  const pools = [0, 1].map(() => new pg.Pool({ connectionString: env['DATABASE_URL'] }))
  parts.defer(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
  })
  const opened = parts.move()
  return { pools, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test.skipIf(adminUrl() === undefined)('two nodes share one bucket', async () => {
  await using nodes = await openNodes()
  const stores = nodes.pools.map((pool) => postgresQuotaStore(pool))
  const [one, two] = stores.map((store) => store({ keyPrefix: 'read', points: 3, duration: 60 }))
  await one?.consume('ann')
  await two?.consume('ann')
  await one?.consume('ann')
  await expect(two?.consume('ann')).rejects.toMatchObject({ remainingPoints: 0 })
})

test.skipIf(adminUrl() === undefined)(
  'a node whose clock is ahead does not reset the buckets of the current minute',
  async () => {
    await using nodes = await openNodes()
    const [one, ahead] = nodes.pools.map((pool) => {
      const store = postgresQuotaStore(pool)
      const now = () => new Date('2026-01-01T04:11:30Z')
      const pause = () => Promise.reject(new Error('no slot'))
      return createQuota({ store, readsPerMinute: 1, writesPerMinute: 1, now, pause })
    })
    const account = { name: 'ann', project: 'p', authorize: async () => ({}) }
    const { signal } = new AbortController()
    const request = { accounts: [account], kind: 'read', signal, onWait() {} } as const
    await one?.acquire(request)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 90_000 })
    try {
      await expect(ahead?.acquire(request)).rejects.toThrow('no slot')
    } finally {
      vi.useRealTimers()
    }
  },
)
