import { createServer, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createGoogle } from './google.ts'

type Answer = (response: ServerResponse) => void

const page =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><title>Error ${status}</title>`)
const refusal =
  (code: number, message: string, details?: object[]): Answer =>
  (response) =>
    response
      .writeHead(code, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { code, message, details } }))
const summary: Answer = (response) => response.end('{"properties":{"title":"Budget"}}')

/** A provider that gives these answers one after the other, the last one again and again. */
async function startProvider(...answers: Answer[]) {
  let requests = 0
  const server = createServer((_request, response) => {
    answers[Math.min(requests, answers.length - 1)]?.(response)
    requests += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const sheetsUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const pauses: number[] = []
  const metrics: string[] = []
  let nowMs = Date.parse('2026-01-01T04:11:30Z')
  const google = createGoogle({
    config: { sheetsUrl, driveUrl: sheetsUrl, readsPerMinute: 60, writesPerMinute: 60 },
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

test.each([
  ['a page for 502', page(502), 'unavailable', 5],
  ['a page for 403', page(403), 'not_shared', 1],
  ['a page for 429', page(429), 'rate_limited', 5],
  ['an answer cut short', (response: ServerResponse) => response.end('{"properties":{"ti'), 'unavailable', 5],
  ['a page instead of an answer', page(200), 'unavailable', 5],
  ['a broken connection', (response: ServerResponse) => response.destroy(), 'unavailable', 5],
  ['a denied permission', refusal(403, 'The caller does not have permission'), 'not_shared', 1],
  ['an unknown spreadsheet', refusal(404, 'Requested entity was not found.'), 'not_found', 1],
  ['an unknown token', refusal(401, 'Request had invalid authentication credentials.'), 'unauthenticated', 1],
  ['a withdrawn token', refusal(400, 'invalid_grant'), 'revoked', 1],
  [
    'an access without spreadsheets',
    refusal(403, 'Request had insufficient authentication scopes.'),
    'scope_missing',
    1,
  ],
  ['a switched-off API', refusal(403, 'Google Sheets API has not been used in project 1 before'), 'api_disabled', 1],
  ['an unknown tab', refusal(400, "Unable to parse range: 'NOPE'!A5:F15"), 'tab_missing', 1],
  [
    'a smaller grid',
    refusal(400, "Range ('S'!A9:B9) exceeds grid limits. Max rows: 5, max columns: 2"),
    'grid_changed',
    1,
  ],
  [
    'a protected cell',
    refusal(400, 'Invalid data[0]: You are trying to edit a protected cell or object.'),
    'protected',
    1,
  ],
  ['a large body', refusal(400, 'Request payload size exceeds the limit: 10485760 bytes.'), 'too_large', 1],
  [
    'a full spreadsheet',
    refusal(400, 'This action would increase the number of cells in the workbook above the limit of 10000000 cells.'),
    'cell_limit',
    1,
  ],
  ['any other fault', refusal(400, 'Invalid value at data[0]'), 'invalid', 1],
] as const)('%s ends as the reason it stands for', async (_what, answer, reason, tries) => {
  await using provider = await startProvider(answer)
  await expect(provider.google.describe('1AbC', { askedBy: 'jo@example.com', signal })).rejects.toMatchObject({
    name: 'ProviderError',
    reason,
  })
  expect(provider.requests()).toBe(tries)
  expect(provider.metrics).toEqual(Array(tries).fill(`read ${reason}`))
})

test('waits between tries double', async () => {
  await using provider = await startProvider(
    page(503),
    page(500),
    refusal(503, 'The service is currently unavailable.'),
    summary,
  )
  expect(await provider.google.describe('1AbC', { askedBy: 'jo@example.com', signal })).toEqual({
    title: 'Budget',
    tabs: [],
  })
  expect(provider.pauses).toEqual([1_250, 2_250, 4_250])
})

test('a refusal for quota is repeated in the next minute, and empties the bucket for others until then', async () => {
  const quotaLimit = { metadata: { quota_limit: 'ReadRequestsPerMinutePerProject' } }
  await using provider = await startProvider(refusal(429, 'Quota exceeded', [quotaLimit]), summary)
  await provider.google.describe('1AbC', { askedBy: 'jo@example.com', signal })
  expect(provider.pauses).toEqual([30_000])
})

test('a sentence names the account, the file and the right', async () => {
  await using provider = await startProvider(refusal(403, 'The caller does not have permission'))
  await expect(provider.google.describe('1AbC', { askedBy: 'jo@example.com', signal })).rejects.toMatchObject({
    sentence:
      'The built-in account may not open the spreadsheet 1AbC: share it with this address as a Viewer at least.',
  })
})

test.each([
  ['is not shared with', refusal(403, 'The caller does not have permission')],
  ['is not found by', refusal(404, 'Requested entity was not found.')],
  ['is protected from', refusal(400, 'Invalid data[0]: You are trying to edit a protected cell or object.')],
])('a spreadsheet that %s one account is tried with the next, and a person is told', async (_what, answer) => {
  await using provider = await startProvider(answer, summary)
  const { sheetsUrl } = provider
  const google = createGoogle({
    config: { sheetsUrl, driveUrl: sheetsUrl, readsPerMinute: 60, writesPerMinute: 60 },
    users: {
      get: (name) => ({ name, project: 'p', authorize: async () => ({}) }),
      hasAny: async () => true,
    },
    now: () => new Date('2026-01-01T04:11:30Z'),
    random: () => 0.25,
  })
  const lines: string[] = []
  const accounts = ['ann@example.com', 'bob@example.com']
  const log = (level: string, sentence: string) => lines.push(`${level} ${sentence}`)
  const client = google.connect({ accounts, createdBy: 'ann@example.com', signal, onWait() {}, log })
  expect((await client.getSpreadsheet('1AbC')).title).toBe('Budget')
  expect(lines).toEqual([expect.stringMatching(/^INFO .* The next account is tried: bob@example.com\.$/)])
})

test('nothing is sent once a stop was asked', async () => {
  await using provider = await startProvider(summary)
  const reason = new Error('stopped')
  await expect(
    provider.google.describe('1AbC', { askedBy: 'jo@example.com', signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason)
  expect(provider.requests()).toBe(0)
})

test('a request under way ends with the stop', async () => {
  const stop = new AbortController()
  const reason = new Error('stopped')
  await using provider = await startProvider(() => stop.abort(reason))
  await expect(provider.google.describe('1AbC', { askedBy: 'jo@example.com', signal: stop.signal })).rejects.toBe(
    reason,
  )
  expect(provider.requests()).toBe(1)
})
