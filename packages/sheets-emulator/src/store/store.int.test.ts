import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startTestEmulator } from '../../tests/test-emulator.ts'

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'emulator-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

test('spreadsheets survive a restart', async () => {
  await using folder = await temporaryFolder()
  let spreadsheetId = ''
  {
    await using provider = await startTestEmulator({ dataDir: folder.path })
    spreadsheetId = provider.spreadsheetId
    const requestBody = { values: [['50%', 'x']] }
    await provider.values.update({ spreadsheetId, range: 'B2', valueInputOption: 'USER_ENTERED', requestBody })
  }
  await using provider = await startTestEmulator({ dataDir: folder.path })
  const { data } = await provider.values.get({ spreadsheetId, range: 'Sheet1' })
  expect(data.values).toEqual([[], ['', '50%', 'x']])
})

/** @throws when the stream ends first, as it does when its process fails. */
async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('The provider exited before it printed its URL')
}

test('acknowledged changes survive a kill', async () => {
  await using folder = await temporaryFolder()
  const start = fileURLToPath(new URL('../start-emulator.ts', import.meta.url))
  const script = `const { startEmulator } = await import(${JSON.stringify(start)})
    const { url } = await startEmulator({ host: '127.0.0.1', port: 0, dataDir: ${JSON.stringify(folder.path)} })
    console.log(url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const root = `${await firstLine(child.stdout)}/v4/spreadsheets`
  const created = await (await fetch(root, { method: 'POST', body: '{}' })).json()
  const { spreadsheetId } = created as { spreadsheetId: string }
  for (let row = 1; row <= 20; row += 1) {
    const url = `${root}/${spreadsheetId}/values/A${row}?valueInputOption=RAW`
    await fetch(url, { method: 'PUT', body: JSON.stringify({ values: [[row]] }) })
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  await using provider = await startTestEmulator({ dataDir: folder.path })
  const { data } = await provider.values.get({ spreadsheetId, range: 'A:A' })
  expect(data.values).toHaveLength(20)
})

test('reads, deletes and inserts rows in the middle of a long tab', async () => {
  await using provider = await startTestEmulator()
  const { spreadsheetId } = provider
  const grid = { rowCount: 30_000, columnCount: 5 }
  await provider.spreadsheets.batchUpdate({
    spreadsheetId,
    requestBody: { requests: [{ addSheet: { properties: { title: 'Long', sheetId: 1, gridProperties: grid } } }] },
  })
  const table = Array.from({ length: 30_000 }, (_, row) => [row + 1, `row ${row + 1}`])
  await provider.values.update({
    spreadsheetId,
    range: 'Long!A1',
    valueInputOption: 'RAW',
    requestBody: { values: table },
  })
  const range = { sheetId: 1, dimension: 'ROWS', startIndex: 10, endIndex: 20 }
  await provider.spreadsheets.batchUpdate({
    spreadsheetId,
    requestBody: { requests: [{ deleteDimension: { range } }] },
  })
  const read = async (range: string) => (await provider.values.get({ spreadsheetId, range })).data.values
  expect(await read('Long!A10:B11')).toEqual([
    ['10', 'row 10'],
    ['21', 'row 21'],
  ])
  expect(await read('Long!A29990')).toEqual([['30000']])
  await provider.spreadsheets.batchUpdate({
    spreadsheetId,
    requestBody: { requests: [{ insertDimension: { range } }] },
  })
  expect(await read('Long!A10:A21')).toEqual([['10'], [], [], [], [], [], [], [], [], [], [], ['21']])
})
