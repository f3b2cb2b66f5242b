import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readConfig } from '#server/config/config.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { buildTaskFields, buildTaskTypeFields } from '#tests/support/build-task-fields.ts'
import { eventually } from '#tests/support/eventually.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { openProxiedDatabase } from '#tests/support/proxied-database.ts'
import { copyKeys } from '#tests/support/test-database.ts'
import { start } from './start.ts'
import { startWithDatabase } from './start-with-database.ts'

async function startBehindProxy(params: Readonly<Record<string, string>> = {}) {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-away-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  copyKeys(dataDir)
  const { env, proxy } = parts.use(await openProxiedDatabase())
  const sentences: string[] = []
  const databaseUrl = `${env['DATABASE_URL']}?${new URLSearchParams(params)}`
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none', ...env, DATABASE_URL: databaseUrl })
  const app = parts.use(
    await start(config, {
      onUnrecoverable: (sentence) => sentences.push(sentence),
      healthTiming: { checkEveryMs: 100 },
    }),
  )
  const member = new ApiClient(app.url)
  await member.signIn('ada@example.com')
  const running = parts.move()
  return { app, member, proxy, sentences, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

describe.skipIf(adminUrl() === undefined)('on a PostgreSQL server', () => {
  test('while the database is away, calls are refused with a sentence; afterwards everything works again', async () => {
    await using node = await startBehindProxy()
    const list = () => node.member.send(api.taskTypes.list, {})
    const ready = () => fetch(`${node.app.url}/readyz`)
    expect((await ready()).status).toBe(200)
    await node.proxy.cut()
    const refused = await list()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const message = 'Nano Sync cannot reach its database right now. Please try again in a few seconds.'
    expect(await refused.json()).toEqual({ error: message, message, code: 'database_unavailable' })
    await eventually({ what: 'the node to know', read: () => node.app.context.health.isDatabaseAway, until: Boolean })
    expect((await fetch(`${node.app.url}/healthz`)).status).toBe(200)
    expect((await ready()).status).toBe(503)
    await node.proxy.restore()
    await eventually({
      what: 'the node to be ready',
      read: async () => (await ready()).status,
      until: (status) => status === 200,
    })
    expect((await list()).status).toBe(200)
    expect(node.sentences).toEqual([])
  })

  test('a node whose database goes away in the middle of the start waits, and starts once it is back', async () => {
    await using parts = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-away-'))
    parts.defer(() => rm(dataDir, { recursive: true, force: true }))
    copyKeys(dataDir)
    const { env, proxy } = parts.use(await openProxiedDatabase())
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...env })
    const steps: string[] = []
    const app = parts.use(
      await startWithDatabase(config, {
        onProgress(step) {
          const isFirst = steps.every((earlier) => !earlier.startsWith('Creating the sample'))
          steps.push(step)
          if (step.startsWith('Creating the sample') && isFirst) void proxy.cut()
          if (step.startsWith('Waiting for the database')) void proxy.restore()
        },
      }),
    )
    expect(steps.filter((step) => step.startsWith('Waiting for the database')).length).toBeGreaterThan(0)
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  })

  test('a node whose connections have gone silent finds new ones and works on runs again', async () => {
    await using node = await startBehindProxy({ query_timeout: '2000' })
    const { id: typeId } = await node.member.call(api.taskTypes.create, {
      body: buildTaskTypeFields({ max_retries: 0 }),
    })
    const body = buildTaskFields({ sync_task_type_id: typeId })
    const { id } = await node.member.call(api.tasks.create, { body })
    node.proxy.blackHole()
    await eventually({ what: 'the node to know', read: () => node.app.context.health.isDatabaseAway, until: Boolean })
    await node.proxy.restore()
    const { health } = node.app.context
    await eventually({ what: 'no problem', read: () => health.problem(), until: (problem) => problem === undefined })
    await eventually({ what: 'the node to know', read: () => health.isDatabaseAway, until: (isAway) => !isAway })
    await node.member.call(api.tasks.execute, { params: { id }, body: {} })
    await eventually({
      what: 'the run to end',
      read: async () => (await node.member.call(api.tasks.get, { params: { id } })).task_status,
      until: (status) => status === 'Error',
    })
  })
})
