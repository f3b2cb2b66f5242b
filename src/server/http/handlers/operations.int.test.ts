import { expect, test } from 'vitest'
import { createSessions } from '#server/auth/sessions.ts'
import { createApp } from '#server/http/app.ts'
import { createMetrics } from '#server/metrics.ts'
import { startWorld } from '#tests/support/world.ts'
import { operationHandlers } from './operations.ts'

test('a node that is shutting down is healthy but not ready', async () => {
  await using world = await startWorld()
  const { context } = world.app
  const { database, logger, now } = context
  const publicUrl = () => world.url
  const app = await createApp({
    handlers: operationHandlers({
      ...context,
      metrics: createMetrics({ orm: database.orm, now }),
      publicUrl,
      spreadsheetUrl: '',
      stopping: AbortSignal.abort(),
    }),
    logger,
    sessions: createSessions({ orm: database.orm, now }),
    sessionSecret: 'a secret that is long enough for tests',
    isHttps: false,
    embeddedKeys: undefined,
    openScreens: [],
    allowedEmails: [],
    publicUrl,
    pageDir: world.dataDir,
  })
  await using _closed = { [Symbol.asyncDispose]: () => app.close() }
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { error: 'unavailable', message: 'This node is shutting down' },
  ])
})
