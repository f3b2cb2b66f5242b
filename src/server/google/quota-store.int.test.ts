import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createQuota } from './quota.ts'
import { postgresQuotaStore } from './quota-store.ts'

const connectionString = process.env['TEST_DATABASE_URL']

/** Two pools on a new, empty schema, which is dropped on dispose. */
async function openNodes() {
  const admin = new pg.Pool({ connectionString })
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE SCHEMA ${schema}`)
  const pools = [0, 1].map(() => new pg.Pool({ connectionString, options: `-c search_path=${schema}` }))
  return {
    pools,
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.end()))
      await admin.query(`DROP SCHEMA ${schema} CASCADE`)
      await admin.end()
    },
  }
}

test.skipIf(connectionString === undefined)('two nodes that start at the same time share one bucket', async () => {
  await using nodes = await openNodes()
  const stores = await Promise.all(nodes.pools.map((pool) => postgresQuotaStore(pool)))
  const [one, two] = stores.map((store) => store({ keyPrefix: 'read', points: 3, duration: 60 }))
  await one?.consume('ann')
  await two?.consume('ann')
  await one?.consume('ann')
  await expect(two?.consume('ann')).rejects.toMatchObject({ remainingPoints: 0 })
})

test.skipIf(connectionString === undefined)(
  'a node whose clock is ahead does not reset the buckets of the current minute',
  async () => {
    await using nodes = await openNodes()
    const [one, ahead] = await Promise.all(
      nodes.pools.map(async (pool) => {
        const store = await postgresQuotaStore(pool)
        const now = () => new Date('2026-01-01T04:11:30Z')
        const pause = () => Promise.reject(new Error('no slot'))
        return createQuota({ store, readsPerMinute: 1, writesPerMinute: 1, now, pause })
      }),
    )
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
