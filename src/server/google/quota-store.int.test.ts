import { tmpdir } from 'node:os'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { bucketFor, usedLimit } from '#domain/forecast/request-bucket.ts'
import { quotaSlots } from '#server/storage/schema.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { createSpreadsheet } from '#tests/support/spreadsheets.ts'
import { MEMBER_EMAIL, startTestApp } from '#tests/support/test-app.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createMemoryQuotaStore, createPostgresQuotaStore, type QuotaStore } from './quota-store.ts'

/** The stores of two nodes on one database. */
async function openNodes() {
  await using parts = new AsyncDisposableStack()
  const { env } = parts.use(await openTestDatabase(tmpdir()))
  const pools = [0, 1].map(() => new pg.Pool({ connectionString: env['DATABASE_URL'] }))
  // When a test database is returned, the server may close its connections before they end by themselves.
  for (const pool of pools) pool.on('error', () => {})
  parts.defer(async () => {
    await Promise.all(pools.map((pool) => pool.end()))
  })
  const opened = parts.move()
  return { stores: pools.map(createPostgresQuotaStore), [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const bucket = bucketFor(20)
const start = 1_800_000_000_000

/** Takes slots at these times from the stores in turn. Returns the answers. */
async function takeAt(stores: readonly QuotaStore[], key: string, timesMs: readonly number[]) {
  const answers = []
  for (const [index, nowMs] of timesMs.entries()) {
    answers.push(await stores[index % stores.length]?.take({ key, bucket, nowMs }))
  }
  return answers
}

const LONG_NAME = `read:account:${'x'.repeat(300)}`

describe.skipIf(adminUrl() === undefined)('on PostgreSQL', () => {
  test('nodes share a bucket, which answers as it does in memory', async () => {
    await using nodes = await openNodes()
    const times = [0, 0, 0, 0, 0, 1_000, 3_530, 3_531, 7_500, 90_000, 90_000, 90_000, 90_000].map((ms) => start + ms)
    const answers = await takeAt(nodes.stores, LONG_NAME, times)
    expect(answers).toEqual(await takeAt([createMemoryQuotaStore()], LONG_NAME, times))
    expect(answers.slice(0, 5)).toEqual([undefined, undefined, ...Array(3).fill(start + bucket.intervalMs)])
  })

  test('requests at the same moment never take more slots than there are', async () => {
    await using nodes = await openNodes()
    const takes = Array.from({ length: 40 }, (_, index) =>
      nodes.stores[index % 2]?.take({ key: 'read:account:ann', bucket, nowMs: start }),
    )
    const answers = await Promise.all(takes)
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(bucket.burst)
    expect(bucket.burst).toBeLessThan(usedLimit(20))
  })

  test('a slot given back can be taken again, and a closed bucket has none', async () => {
    await using nodes = await openNodes()
    const [one, two] = nodes.stores
    const key = 'read:project:1'
    await takeAt(nodes.stores, key, [start, start])
    await one?.giveBack({ key, bucket })
    expect(await two?.take({ key, bucket, nowMs: start })).toBeUndefined()
    await two?.delay({ key, fullAtMs: start + 60_000 + (bucket.burst - 1) * bucket.intervalMs })
    expect(await one?.take({ key, bucket, nowMs: start + 59_999 })).toBe(start + 60_000)
    expect(await one?.take({ key, bucket, nowMs: start + 60_000 })).toBeUndefined()
  })

  test('requests to the embedded provider are not counted in the database', async () => {
    await using app = await startTestApp()
    const id = await createSpreadsheet(app.sheets, { title: 'Ledger' })
    const { signal } = new AbortController()
    const described = app.context.google.describe(id, { requestedBy: MEMBER_EMAIL, signal })
    expect((await described).title).toBe('Ledger')
    expect(await app.context.database.orm.$count(quotaSlots)).toBe(0)
  })

  test('while the database is unreachable, a node counts on its own', async () => {
    const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    const store = createPostgresQuotaStore(pool)
    const answers = await takeAt([store], 'read:account:ann', [start, start, start])
    expect(answers).toEqual([undefined, undefined, start + bucket.intervalMs])
    await pool.end()
  })
})
