import { describe, expect, test } from 'vitest'
import { startTestEmulator } from '../../tests/test-emulator.ts'

test.each([
  { by: 'a program that names gzip in both headers', encoding: 'gzip', agent: 'my program (gzip)', isPacked: true },
  { by: 'a browser', encoding: 'gzip, deflate, br', agent: 'Mozilla/5.0', isPacked: true },
  { by: 'a program that names it in one header only', encoding: 'gzip', agent: 'my program', isPacked: false },
  { by: 'a program that accepts no encoding', encoding: 'identity', agent: 'my program (gzip)', isPacked: false },
])('a large reply requested by $by is compressed: $isPacked', async ({ encoding, agent, isPacked }) => {
  await using provider = await startTestEmulator()
  const url = `${provider.emulator.url}/v4/spreadsheets/${provider.spreadsheetId}`
  const reply = await fetch(url, { headers: { 'accept-encoding': encoding, 'user-agent': agent } })
  expect(reply.headers.get('content-encoding')).toBe(isPacked ? 'gzip' : null)
  expect(await reply.json()).toMatchObject({ spreadsheetId: provider.spreadsheetId })
  expect(reply.headers.get('vary')).toBe('Origin, X-Origin, Referer')
  expect(provider.emulator.requests.entries.at(-1)).toMatchObject({ acceptsGzip: isPacked })
})

test('replies and errors are indented unless prettyPrint is false', async () => {
  await using provider = await startTestEmulator()
  const url = `${provider.emulator.url}/v4/spreadsheets`
  const fetchText = async (path: string) => (await fetch(`${url}/${path}`)).text()
  expect(await fetchText(`${provider.spreadsheetId}?alt=json&key=k&quotaUser=u`)).toMatch(
    /^\{\n {2}"spreadsheetId".*\}\n$/s,
  )
  expect(await fetchText('none')).toMatch(/^\{\n {2}"error": \{\n {4}"code": 404,.*\}\n$/s)
  expect(await fetchText(`${provider.spreadsheetId}?prettyPrint=false`)).toMatch(/^\{"spreadsheetId".*\}$/)
  expect(await fetchText('none?$prettyPrint=false')).toMatch(/^\{"error":\{"code":404,.*\}$/)
})

describe('a method override header', () => {
  test('reads a query too long for a URL from the form', async () => {
    await using provider = await startTestEmulator()
    const { spreadsheetId, values } = provider
    await values.update({ spreadsheetId, range: 'A1', valueInputOption: 'RAW', requestBody: { values: [['a', 'b']] } })
    const read = await fetch(`${provider.emulator.url}/v4/spreadsheets/${spreadsheetId}/values:batchGet?alt=json`, {
      method: 'POST',
      headers: { 'x-http-method-override': 'GET' },
      body: new URLSearchParams([
        ['ranges', 'A1'],
        ['ranges', 'B1'],
      ]),
    })
    expect(await read.json()).toMatchObject({ valueRanges: [{ values: [['a']] }, { values: [['b']] }] })
  })

  test('keeps the body of a request that is not a form', async () => {
    await using provider = await startTestEmulator()
    const written = await fetch(
      `${provider.emulator.url}/v4/spreadsheets/${provider.spreadsheetId}/values/C3?valueInputOption=RAW`,
      {
        method: 'POST',
        headers: { 'x-http-method-override': 'PUT', 'content-type': 'application/json' },
        body: JSON.stringify({ values: [[1]] }),
      },
    )
    expect(await written.json()).toMatchObject({ updatedRange: 'Sheet1!C3' })
  })
})
