import { expect, test } from 'vitest'
import { createApiTokens } from '#server/auth/api-tokens.ts'
import { createSessions } from '#server/auth/sessions.ts'
import { createApp } from '#server/http/app.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { createSharedReplies } from '#server/http/shared-replies.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { operationHandlers } from './operations.ts'

test('a node that is shutting down is healthy but not ready', async () => {
  await using app = await startTestApp()
  const { context } = app
  const { database, logger, now } = context
  const origins = () => ({ main: app.url, all: [app.url] })
  const { dataDir } = app
  const metrics = createMetrics({ orm: database.orm, now, timezone: 'America/New_York', dataDir, isBackedUp: false })
  const server = await createApp({
    assistants: undefined,
    handlers: operationHandlers({
      ...context,
      metrics,
      origins,
      spreadsheetUrl: '',
      stopping: AbortSignal.abort(),
    }),
    logger,
    administrators: undefined,
    sessions: createSessions({ orm: database.orm, issuer: 'embedded', now }),
    apiTokens: createApiTokens({ orm: database.orm, issuer: 'embedded', now, reportNew: async () => undefined }),
    sessionSecrets: ['a secret that is long enough for tests'],
    isHttps: false,
    usesPicker: false,
    isLocalOnly: true,
    checksReplies: true,
    changeLogger: context.changeLogger,
    requestMetrics: metrics.requests,
    trustedProxies: [],
    now,
    embeddedKeys: undefined,
    openScreens: [],
    allowedEmails: [],
    operatorAccess: context.config.http,
    origins,
    pageDir: app.dataDir,
    isDatabaseAway: () => false,
    sharedReplies: createSharedReplies({ position: () => undefined, isLive: () => false }),
  })
  await using _closed = { [Symbol.asyncDispose]: () => server.close() }
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { error: 'This node is shutting down', message: 'This node is shutting down', code: 'unavailable' },
  ])
})
