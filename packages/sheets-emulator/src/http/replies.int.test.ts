import { describe, expect, test } from 'vitest'
import { startTestEmulator } from '../../tests/test-emulator.ts'

test('large replies are compressed for clients that accept gzip', async () => {
  await using provider = await startTestEmulator()
  const url = `${provider.emulator.url}/v4/spreadsheets/${provider.spreadsheetId}`
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(await packed.json()).toEqual(await plain.json())
  expect(plain.headers.get('vary')).toBe('Origin, X-Origin, Referer')
})

test('replies and errors are indented unless prettyPrint is false', async () => {
  await using provider = await startTestEmulator()
  const url = `${provider.emulator.url}/v4/spreadsheets`
  const textOf = async (path: string) => (await fetch(`${url}/${path}`)).text()
  expect(await textOf(`${provider.spreadsheetId}?alt=json&key=k&quotaUser=u`)).toMatch(
    /^\{\n {2}"spreadsheetId".*\}\n$/s,
  )
  expect(await textOf('none')).toMatch(/^\{\n {2}"error": \{\n {4}"code": 404,.*\}\n$/s)
  expect(await textOf(`${provider.spreadsheetId}?prettyPrint=false`)).toMatch(/^\{"spreadsheetId".*\}$/)
  expect(await textOf('none?$prettyPrint=false')).toMatch(/^\{"error":\{"code":404,.*\}$/)
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
