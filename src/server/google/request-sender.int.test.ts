import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createGoogle } from './google.ts'
import { recordRequests } from './request-recorder.ts'

const QUOTA = { readsPerMinute: 60, writesPerMinute: 60, projectReadsPerMinute: 300, projectWritesPerMinute: 300 }

type Reply = (response: ServerResponse) => void

const htmlPage =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><title>Error ${status}</title>`)
const errorReply =
  (code: number, message: string, fields: object = {}): Reply =>
  (response) =>
    response
      .writeHead(code, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code, message, ...fields } }))
const deniedReply = (message: string) => errorReply(403, message, { status: 'PERMISSION_DENIED' })
const summary: Reply = (response) => response.end('{"properties":{"title":"Budget"}}')

/** A provider that sends these replies in order, then repeats the last reply. */
async function startProvider(...replies: Reply[]) {
  let requests = 0
  const server = createServer((_request, response) => {
    replies[Math.min(requests, replies.length - 1)]?.(response)
    requests += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const sheetsUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const pauses: number[] = []
  const metrics: string[] = []
  let nowMs = Date.parse('2026-01-01T04:11:30Z')
  const google = createGoogle({
    config: { sheetsUrl, driveUrl: sheetsUrl, ...QUOTA },
    metrics: { requested: ({ kind, outcome }) => metrics.push(`${kind} ${outcome}`) },
    now: () => new Date(nowMs),
    random: () => 0.25,
    async pause(durationMs) {
      pauses.push(durationMs)
      nowMs += durationMs
    },
  })
  return {
    google,
    sheetsUrl,
    pauses,
    metrics,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const signal = new AbortController().signal
const unattended = { accounts: [], owner: '', onWait() {}, log() {} }
const patches = [{ row: 1, column: 1, cells: [['']] }]
const oneCell = { spreadsheet: { id: '1AbC', title: 'Budget' }, tabTitle: 'Sheet1', patches }

test.each([
  ['an HTML page with status 502', htmlPage(502), 'unavailable', 5],
  ['an HTML page with status 403', htmlPage(403), 'intercepted', 1],
  ['an HTML page with status 404', htmlPage(404), 'intercepted', 1],
  ['an HTML page with status 401', htmlPage(401), 'intercepted', 1],
  ['a proxy that wants a password', htmlPage(407), 'intercepted', 1],
  ['an empty reply with status 403', (response: ServerResponse) => response.writeHead(403).end(), 'intercepted', 1],
  ['any other denial', deniedReply('Caller is not allowed.'), 'refused', 1],
  ['a permission denied without a status', errorReply(403, 'The caller does not have permission'), 'refused', 1],
  ['an aborted request', errorReply(409, 'The operation was aborted.', { status: 'ABORTED' }), 'conflict', 5],
  ['too many columns', errorReply(400, 'above the limit of 18278 columns'), 'column_limit', 1],
  ['an HTML page with status 429', htmlPage(429), 'rate_limited', 5],
  ['a truncated response', (response: ServerResponse) => response.end('{"properties":{"ti'), 'unavailable', 5],
  ['an HTML page with status 200', htmlPage(200), 'intercepted', 1],
  ['a broken connection', (response: ServerResponse) => response.destroy(), 'unavailable', 5],
  ['a denied permission', deniedReply('The caller does not have permission'), 'not_shared', 1],
  ['an unknown spreadsheet', errorReply(404, 'Requested entity was not found.'), 'not_found', 1],
  ['an unknown token', errorReply(401, 'Request had invalid authentication credentials.'), 'unauthenticated', 1],
  ['a revoked token', errorReply(400, 'invalid_grant'), 'revoked', 1],
  [
    'a token without the Sheets scope',
    errorReply(403, 'Request had insufficient authentication scopes.'),
    'scope_missing',
    1,
  ],
  ['a disabled API', errorReply(403, 'Google Sheets API has not been used in project 1 before'), 'api_disabled', 1],
  ['an unknown tab', errorReply(400, "Unable to parse range: 'NOPE'!A5:F15"), 'tab_missing', 1],
  [
    'a grid that shrank',
    errorReply(400, "Range ('S'!A9:B9) exceeds grid limits. Max rows: 5, max columns: 2"),
    'grid_changed',
    1,
  ],
  [
    'a protected cell',
    errorReply(400, 'Invalid data[0]: You are trying to edit a protected cell or object.'),
    'protected',
    1,
  ],
  [
    'a body that is too large',
    errorReply(400, 'Request payload size exceeds the limit: 10485760 bytes.'),
    'too_large',
    1,
  ],
  [
    'a full spreadsheet',
    errorReply(
      400,
      'This action would increase the number of cells in the workbook above the limit of 10000000 cells.',
    ),
    'cell_limit',
    1,
  ],
  ['any other error', errorReply(400, 'Invalid value at data[0]'), 'invalid', 1],
] as const)('%s gives the right reason', async (_what, reply, reason, tries) => {
  await using provider = await startProvider(reply)
  await expect(provider.google.describe('1AbC', { requestedBy: 'jo@example.com', signal })).rejects.toMatchObject({
    name: 'ProviderError',
    reason,
  })
  expect(provider.requests()).toBe(tries)
  expect(provider.metrics).toEqual(Array(tries).fill(`read ${reason}`))
})

test('pauses between tries double', async () => {
  await using provider = await startProvider(
    htmlPage(503),
    htmlPage(500),
    errorReply(503, 'The service is currently unavailable.'),
    summary,
  )
  expect(await provider.google.describe('1AbC', { requestedBy: 'jo@example.com', signal })).toEqual({
    title: 'Budget',
    tabs: [],
  })
  expect(provider.pauses).toEqual([1_250, 2_250, 4_250])
})

test('a rate-limited request waits a minute from the answer, as often as it takes', async () => {
  const quotaLimit = { metadata: { quota_limit: 'ReadRequestsPerMinutePerProject' } }
  const rejections = Array<Reply>(7).fill(errorReply(429, 'Quota exceeded', { details: [quotaLimit] }))
  await using provider = await startProvider(...rejections, summary)
  await provider.google.describe('1AbC', { requestedBy: 'jo@example.com', signal })
  expect(provider.pauses).toEqual(Array(7).fill(60_000))
})

test('the message names the account, the file and the missing permission', async () => {
  await using provider = await startProvider(deniedReply('The caller does not have permission'))
  await expect(provider.google.describe('1AbC', { requestedBy: 'jo@example.com', signal })).rejects.toMatchObject({
    message:
      'The built-in account cannot open the spreadsheet 1AbC. Share it with the built-in account as a Viewer or Editor.',
  })
})

test.each([
  ['is not shared with', deniedReply('The caller does not have permission')],
  ['is not found by', errorReply(404, 'Requested entity was not found.')],
  ['is protected from', errorReply(400, 'Invalid data[0]: You are trying to edit a protected cell or object.')],
])('a spreadsheet that %s one account is tried with the next, and the log says so', async (_what, reply) => {
  await using provider = await startProvider(reply, summary)
  const { sheetsUrl } = provider
  const google = createGoogle({
    config: { sheetsUrl, driveUrl: sheetsUrl, ...QUOTA },
    userAccounts: {
      get: (name) => ({ name, project: 'p', authorize: async () => ({}) }),
      hasAny: async () => true,
    },
    now: () => new Date('2026-01-01T04:11:30Z'),
    random: () => 0.25,
  })
  const lines: string[] = []
  const accounts = ['ann@example.com', 'bob@example.com']
  const log = (level: string, message: string) => lines.push(`${level} ${message}`)
  const client = google.connect({ accounts, owner: 'ann@example.com', signal, onWait() {}, log })
  expect((await client.getSpreadsheet('1AbC')).title).toBe('Budget')
  expect(lines).toEqual([expect.stringMatching(/^INFO .* Trying the next account: bob@example.com\.$/)])
})

test('no request is sent after a stop', async () => {
  await using provider = await startProvider(summary)
  const reason = new Error('stopped')
  await expect(
    provider.google.describe('1AbC', { requestedBy: 'jo@example.com', signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason)
  expect(provider.requests()).toBe(0)
})

test('a stop aborts the request in progress', async () => {
  const stop = new AbortController()
  const reason = new Error('stopped')
  await using provider = await startProvider(() => stop.abort(reason))
  await expect(provider.google.describe('1AbC', { requestedBy: 'jo@example.com', signal: stop.signal })).rejects.toBe(
    reason,
  )
  expect(provider.requests()).toBe(1)
})

test('a run that loses its right to make requests sends none, even one that already has its slot', async () => {
  await using provider = await startProvider(summary)
  const lost = new AbortController()
  const beforeSending = () => {
    lost.abort('lost')
    lost.signal.throwIfAborted()
  }
  const watch = { beforeSending, writeBrokeOff: () => expect.unreachable(), recorder: recordRequests() }
  const client = provider.google.connect({ ...unattended, signal: lost.signal, watch })
  await expect(client.writeValues(oneCell)).rejects.toBe('lost')
  expect(provider.requests()).toBe(0)
  expect(client.usage.writes).toBe(0)
})

test('a write that breaks off without an answer is reported, one with any answer is not', async () => {
  await using provider = await startProvider(htmlPage(503), (response) => response.destroy(), summary)
  let brokenOff = 0
  const watch = {
    beforeSending() {},
    writeBrokeOff() {
      brokenOff += 1
    },
    recorder: recordRequests(),
  }
  const client = provider.google.connect({ ...unattended, signal, watch })
  await client.writeValues(oneCell)
  expect({ brokenOff, requests: provider.requests() }).toEqual({ brokenOff: 1, requests: 3 })
})
