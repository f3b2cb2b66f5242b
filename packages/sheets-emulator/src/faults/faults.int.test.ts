import { describe, expect, test } from 'vitest'
import { catchError, startTestEmulator, type TestEmulator } from '../../tests/test-emulator.ts'
import type { Fault } from './fault.ts'

const read = ({ values, spreadsheetId }: TestEmulator) => values.get({ spreadsheetId, range: 'A1' })
const write = ({ values, spreadsheetId }: TestEmulator, value = 'x') =>
  values.update({ spreadsheetId, range: 'A1', valueInputOption: 'RAW', requestBody: { values: [[value]] } })
const readAs = async ({ emulator, spreadsheetId }: TestEmulator, account: string) => {
  const headers = { authorization: `Bearer ${account}` }
  return (await fetch(`${emulator.url}/v4/spreadsheets/${spreadsheetId}/values/A1`, { headers })).status
}

describe('a fault', () => {
  test.each<[Fault['effect'], number, string]>([
    [{ answer: 'internal' }, 500, 'Internal error encountered.'],
    [{ answer: 'unavailable' }, 503, 'The service is currently unavailable.'],
    [{ answer: 'permission_denied' }, 403, 'The caller does not have permission'],
    [{ answer: 'protected_range' }, 403, 'You are trying to edit a protected cell or object.'],
    [{ answer: 'revoked' }, 401, 'Request had invalid authentication credentials.'],
    [{ answer: 'not_found' }, 404, 'Requested entity was not found.'],
  ])('%j sends %i and changes nothing', async (effect, status, message) => {
    await using provider = await startTestEmulator()
    provider.emulator.faults.add({ kind: 'write', effect })
    const error = await catchError(write(provider))
    expect(error.status).toBe(status)
    expect(error.message).toContain(message)
    expect((await read(provider)).data.values).toBeUndefined()
  })

  test('a quota error names the quota', async () => {
    await using provider = await startTestEmulator()
    provider.emulator.faults.add({ effect: { answer: 'rate_limited' } })
    expect(await catchError(read(provider))).toMatchObject({
      status: 429,
      body: {
        error: {
          status: 'RESOURCE_EXHAUSTED',
          message: expect.stringContaining(
            "quota metric 'Read requests' and limit 'Read requests per minute per user'",
          ),
          details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { quota_limit: 'ReadRequestsPerMinutePerUser' } }],
        },
      },
    })
  })

  test.each<[Fault['effect']]>([[{ answer: 'unavailable', applied: true }], [{ answer: 'dropped', applied: true }]])(
    '%j comes after the change is applied',
    async (effect) => {
      await using provider = await startTestEmulator()
      provider.emulator.faults.add({ operation: 'values.update', effect })
      await catchError(write(provider))
      expect((await read(provider)).data.values).toEqual([['x']])
    },
  )

  test('a dropped connection sends no response and changes nothing', async () => {
    await using provider = await startTestEmulator()
    provider.emulator.faults.add({ kind: 'write', effect: { answer: 'dropped' } })
    expect((await catchError(write(provider))).status).toBeUndefined()
    expect((await read(provider)).data.values).toBeUndefined()
    expect(provider.emulator.requests.entries.at(-2)).toMatchObject({ operation: 'values.update', status: null })
  })

  test('can send an HTML page instead of JSON', async () => {
    await using provider = await startTestEmulator()
    provider.emulator.faults.add({ effect: { answer: 'unavailable', html: true } })
    const error = await catchError(read(provider))
    expect(error.status).toBe(503)
    expect(error.body).toContain('<!DOCTYPE html>')
  })

  test('a delay does not change the response', async () => {
    await using provider = await startTestEmulator()
    provider.emulator.faults.add({ effect: { answer: 'delayed', delayMs: 5 } })
    expect((await read(provider)).status).toBe(200)
  })

  test('skips `after` requests, then hits `count` of them', async () => {
    await using provider = await startTestEmulator()
    provider.emulator.faults.add({ kind: 'read', after: 1, count: 2, effect: { answer: 'internal' } })
    const statuses: number[] = []
    for (let number = 0; number < 4; number += 1) statuses.push(await readAs(provider, 'a'))
    expect(statuses).toEqual([200, 500, 500, 200])
  })

  test('hits only the given account, spreadsheet or path', async () => {
    await using provider = await startTestEmulator()
    const { faults } = provider.emulator
    faults.add({ account: 'bob', effect: { answer: 'revoked' } })
    faults.add({ spreadsheetId: 'another', effect: { answer: 'not_found' } })
    faults.add({ path: 'values/A1?majorDimension', effect: { answer: 'internal' } })
    expect([await readAs(provider, 'ann'), await readAs(provider, 'bob')]).toEqual([200, 401])
    faults.clear()
    expect(await readAs(provider, 'bob')).toBe(200)
  })
})

test('a fault can hit only reads of many cells, clamped to the grid', async () => {
  await using provider = await startTestEmulator()
  provider.emulator.faults.add({ cellsOver: 20_000, effect: { answer: 'unavailable' } })
  const { values, spreadsheetId } = provider
  const status = async (range: string) => {
    const read = values.batchGet({ spreadsheetId, ranges: [range] })
    return await read.then(
      (reply) => reply.status,
      (error) => error.status,
    )
  }
  // The tab has 1,000 rows and 26 columns.
  expect(await Promise.all(['A1:Z769', 'A1:Z770', 'A1:ZZ769', 'Sheet1', 'A1:A1000', 'A9000'].map(status))).toEqual([
    200, 503, 200, 503, 200, 400,
  ])
  const path = `${provider.emulator.url}/v4/spreadsheets/${spreadsheetId}`
  expect((await fetch(`${path}?ranges=Sheet1&fields=sheets.data.rowData`)).status).toBe(503)
  expect((await fetch(`${path}?fields=properties`)).status).toBe(200)
})

test('a quota counts requests by account, kind and clock minute', async () => {
  const clock = { now: new Date('2026-05-01T10:00:00Z') }
  await using provider = await startTestEmulator({ now: () => clock.now })
  provider.emulator.faults.setQuota({ readsPerMinute: 2, writesPerMinute: 1 })
  const statuses = async () => [
    await readAs(provider, 'ann'),
    await readAs(provider, 'ann'),
    await readAs(provider, 'ann'),
  ]
  expect(await statuses()).toEqual([200, 200, 429])
  expect(await readAs(provider, 'bob')).toBe(200)
  expect((await write(provider)).status).toBe(200)
  clock.now = new Date('2026-05-01T10:01:00Z')
  expect(await statuses()).toEqual([200, 200, 429])
})

test('a quota of the project counts the requests of all accounts', async () => {
  await using provider = await startTestEmulator({ now: () => new Date('2026-05-01T10:00:00Z') })
  provider.emulator.faults.setQuota({ readsPerMinute: 2, writesPerMinute: 1, projectReadsPerMinute: 3 })
  const accounts = ['ann', 'bob', 'ann', 'bob', 'cleo']
  const statuses: number[] = []
  for (const account of accounts) statuses.push(await readAs(provider, account))
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  expect((await write(provider)).status).toBe(200)
})

describe('over HTTP', () => {
  const post = ({ emulator }: TestEmulator, body: object) =>
    fetch(`${emulator.url}/_faults`, { method: 'POST', body: JSON.stringify(body) })

  test('exists only where it is asked for', async () => {
    await using provider = await startTestEmulator()
    expect((await post(provider, { effect: { answer: 'internal' } })).status).toBe(404)
    expect((await fetch(`${provider.emulator.url}/_faults`, { method: 'DELETE' })).status).toBe(404)
    expect(await readAs(provider, 'a')).toBe(200)
  })

  test('sets and removes faults and the quota', async () => {
    await using provider = await startTestEmulator({ hasFaultRoutes: true })
    expect((await post(provider, { path: '/values/', effect: { answer: 'internal' } })).status).toBe(204)
    expect(await readAs(provider, 'a')).toBe(500)
    await fetch(`${provider.emulator.url}/_faults`, { method: 'DELETE' })
    expect(await readAs(provider, 'a')).toBe(200)
    expect((await post(provider, { quota: { readsPerMinute: 0, writesPerMinute: 0 } })).status).toBe(204)
    expect(await readAs(provider, 'a')).toBe(429)
  })

  test.each([{}, { effect: { answer: 'unknown' } }, { path: 5, effect: { answer: 'internal' } }, { quota: 5 }])(
    'rejects %j',
    async (body) => {
      await using provider = await startTestEmulator({ hasFaultRoutes: true })
      expect((await post(provider, body)).status).toBe(400)
    },
  )
})

test('the journal records every request with its size and status', async () => {
  await using provider = await startTestEmulator()
  provider.emulator.requests.clear()
  await write(provider)
  await readAs(provider, 'ann')
  await readAs(provider, 'ann')
  const { entries } = provider.emulator.requests
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatchObject({ method: 'PUT', operation: 'values.update', kind: 'write', status: 200 })
  expect(entries[0]?.bytesIn).toBeGreaterThan(10)
  expect(entries[1]?.bytesIn).toBe(0)
  expect(entries[1]).toMatchObject({ operation: 'values.get', account: 'ann', spreadsheetId: provider.spreadsheetId })
  expect(entries[1]?.bytesOut).toBeGreaterThan(10)
  expect([provider.emulator.requests.count('read'), provider.emulator.requests.count('write')]).toEqual([2, 1])
})

test('the journal counts the size of a streamed body', async () => {
  await using provider = await startTestEmulator()
  const { emulator, spreadsheetId } = provider
  emulator.requests.clear()
  const body = new Blob(['{"values":', '[["é"]]}'])
  const url = `${emulator.url}/v4/spreadsheets/${spreadsheetId}/values/A1?valueInputOption=RAW`
  const streamed = { method: 'PUT', body: body.stream(), duplex: 'half' }
  const response = await fetch(url, streamed)
  expect(response.status).toBe(200)
  expect(emulator.requests.entries[0]?.bytesIn).toBe(body.size)
})

test('a shared spreadsheet is limited to its readers and writers', async () => {
  await using provider = await startTestEmulator()
  const { emulator, spreadsheetId } = provider
  emulator.share(spreadsheetId, { readers: ['ann'], writers: ['bob'] })
  expect([await readAs(provider, 'ann'), await readAs(provider, 'bob'), await readAs(provider, 'eve')]).toEqual([
    200, 200, 403,
  ])
  const clearAs = async (account: string) => {
    const url = `${emulator.url}/v4/spreadsheets/${spreadsheetId}/values/A1:clear`
    return (await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${account}` } })).status
  }
  expect([await clearAs('ann'), await clearAs('bob')]).toEqual([403, 200])
  expect((await catchError(provider.files.get({ fileId: spreadsheetId }))).message).toBe(
    `File not found: ${spreadsheetId}.`,
  )
  expect((await provider.files.list({})).data.files).toEqual([])
})
