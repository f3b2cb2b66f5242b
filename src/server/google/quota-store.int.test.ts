import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { postgresQuotaStore } from './quota-store.ts'

const connectionString = process.env['TEST_DATABASE_URL']

/** Pools that see an empty schema of their own, gone with it. */
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

test.skipIf(connectionString === undefined)('two nodes that start at once share one bucket', async () => {
  await using nodes = await openNodes()
  const stores = await Promise.all(nodes.pools.map((pool) => postgresQuotaStore(pool)))
  const [one, two] = stores.map((store) => store({ keyPrefix: 'read', points: 3, duration: 60 }))
  await one?.consume('ann')
  await two?.consume('ann')
  await one?.consume('ann')
  await expect(two?.consume('ann')).rejects.toMatchObject({ remainingPoints: 0 })
})
