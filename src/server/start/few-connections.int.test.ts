import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { adminUrl, runOn } from '#tests/support/postgres-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

/** Maximum connections of both nodes together. Each node uses one for listening. */
const MAX_CONNECTIONS = 4

const postgresTest = test.skipIf(adminUrl() === undefined)

/** Opens a database with few allowed connections, as in a cloud provider's small plan. */
async function openSmallDatabase() {
  await using parts = new AsyncDisposableStack()
  const { env } = parts.use(await openTestDatabase(tmpdir()))
  const role = `nano_sync_${randomBytes(8).toString('hex')}`
  const admin = new URL(adminUrl() ?? '')
  await runOn(
    `CREATE ROLE ${role} LOGIN PASSWORD '${role}' CONNECTION LIMIT ${MAX_CONNECTIONS} IN ROLE ${admin.username || 'postgres'}`,
  )
  parts.defer(() => runOn(`DROP ROLE ${role}`))
  const url = new URL(env['DATABASE_URL'] ?? '')
  url.username = role
  url.password = role
  const opened = parts.move()
  return {
    env: { ...env, DATABASE_URL: url.href },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

postgresTest('pages wait while the server has no connection to spare', async () => {
  await using database = await openSmallDatabase()
  await using node = await startTestApp({ env: database.env })
  const reads = await Promise.all(Array.from({ length: 30 }, () => node.member.send(api.taskTypes.list, {})))
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
})

postgresTest('a second node waits while the first one uses all connections', async () => {
  await using database = await openSmallDatabase()
  await using node = await startTestApp({ env: database.env })
  await Promise.all(Array.from({ length: 30 }, () => node.member.send(api.taskTypes.list, {})))
  await using second = await startTestApp({ env: database.env })
  expect((await second.member.send(api.taskTypes.list, {})).status).toBe(200)
})
