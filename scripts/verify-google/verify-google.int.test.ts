import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { expect, test } from 'vitest'
import { startLocalServer } from '#tests/support/local-server.ts'
import type { ApiAccess } from './calls.ts'
import type { OwnFiles } from './questions-about-own-files.ts'
import { type Report, toFile, verifyGoogle } from './verify-google.ts'

async function askEmbeddedProvider(
  options: { spreadsheetIds?: string[]; withQuota?: boolean; ownFiles?: OwnFiles } = {},
) {
  const emulator = await startEmulator({ host: '127.0.0.1', port: 0, now: () => new Date('2026-03-04T00:00:00Z') })
  await using _running = emulator
  const access: ApiAccess = {
    sheetsUrl: emulator.url,
    driveUrl: emulator.url,
    authorize: async () => ({}),
    fetch,
    pause: async () => {
      if (emulator.requests.entries.at(-1)?.status === 429) emulator.faults.clear()
    },
  }
  const { withQuota = false, spreadsheetIds = [], ownFiles = {} } = options
  // Enough for all other questions. A pause after a rejection ends it.
  if (withQuota) emulator.faults.setQuota({ readsPerMinute: 380, writesPerMinute: 1_000 })
  const report = await verifyGoogle({ access, withQuota, spreadsheetIds, ownFiles, progress() {} })
  const files = (await (await fetch(`${emulator.url}/drive/v3/files`)).json()) as { files: unknown[] }
  return { report, filesLeft: files.files.length }
}

const answerTo = (report: Report, id: string) => report.answers.find((answer) => answer.id === id)?.answer

test('every question gets an answer, and the scratch spreadsheets are deleted', async () => {
  const { report, filesLeft } = await askEmbeddedProvider()
  expect(report.answers.filter(({ answer }) => answer === undefined || Reflect.has(Object(answer), 'failed'))).toEqual(
    [],
  )
  expect(new Set(report.answers.map(({ id }) => id)).size).toBe(report.answers.length)
  expect({ left: report.left, filesLeft }).toEqual({ left: [], filesLeft: 0 })
})

test('the embedded provider answers as assumed', async () => {
  const { report } = await askEmbeddedProvider()
  expect(answerTo(report, 'error-wording')).toMatchObject({
    unformatted: [
      ['#N/A ()'],
      ['#DIV/0! (Function DIVIDE parameter 2 cannot be zero.)'],
      expect.anything(),
      ['#ERROR! (Formula parse error.)'],
      ['#REF! (Reference does not exist.)'],
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ],
    formatted: [
      ['#N/A'],
      ['#DIV/0!'],
      expect.anything(),
      ['#ERROR!'],
      ['#REF!'],
      expect.anything(),
      expect.anything(),
      ['#VALUE!'],
    ],
  })
  expect(answerTo(report, 'merge')).toMatchObject({
    update: { status: 200, body: { updatedCells: 4, updatedData: { values: [['a', '', '', 'd']] } } },
    values: [['e', '', '', 'h']],
  })
  expect(answerTo(report, 'spill')).toMatchObject({
    before: { values: [[1], [2], [3]] },
    after: [[expect.stringMatching(/^#REF! \(/)], [], ['mine']],
  })
  expect(answerTo(report, 'overflow')).toMatchObject({ anchor: { status: 400 }, batch: { status: 400 } })
  expect(answerTo(report, 'table-format')).toMatchObject({
    typed: { status: 400, body: { error: { message: expect.stringContaining("You can't set the number format") } } },
    untyped: { status: 200 },
  })
  expect(answerTo(report, 'office-file')).toMatchObject({
    read: { status: 400, body: { error: { status: 'FAILED_PRECONDITION' } } },
  })
  expect(answerTo(report, 'hidden-first-tab')).toMatchObject({ hidden: { status: 200 }, value: [] })
  expect(answerTo(report, 'indentation')).toMatchObject({ text: expect.stringMatching(/^\{\n {2}"/) })
  expect(answerTo(report, 'drive-version')).toMatchObject({ afterSeconds: 0 })
})

test('questions whose answers change something say what', async () => {
  const { report } = await askEmbeddedProvider({ ownFiles: { encrypted: '1'.repeat(44) } })
  const decisive = report.answers.filter(({ decides }) => decides !== undefined).map(({ id }) => id)
  expect(decisive).toEqual([
    'range-beyond-grid',
    'error-words',
    'checkbox-clear',
    'checkbox-rows',
    'copy-restricted',
    'locked',
    'null-write-version',
    'equal-write-version',
    'form-version',
    'encrypted',
  ])
  expect(answerTo(report, 'range-beyond-grid')).toMatchObject({ cells: { status: 200 }, values: [['x']] })
  expect(answerTo(report, 'equal-write-version')).toMatchObject({ first: { withinSeconds: 30 } })
  expect(answerTo(report, 'form-version')).toEqual({ notAsked: 'name a file: --form ID' })
  expect(answerTo(report, 'encrypted')).toMatchObject({ sheets: { status: 404 }, drive: { status: 404 } })
})

test('the file holds no addresses', () => {
  const answers = [{ id: 'x', question: '', assumed: '', answer: { users: ['jo.doe+x@mail.example.com'] } }]
  const file = toFile({ askedAt: '', sheetsUrl: '', left: [], answers })
  expect(JSON.parse(file)).toMatchObject({ answers: [{ answer: { users: ['(an address)'] } }] })
})

test('the minute of the quota is asked only on request', async () => {
  const { report } = await askEmbeddedProvider()
  expect(answerTo(report, 'quota-minute')).toBeUndefined()
  const asked = await askEmbeddedProvider({ withQuota: true })
  expect(answerTo(asked.report, 'quota-minute')).toMatchObject({
    rejection: { status: 429 },
    openedAt: expect.any(String),
  })
})

test('in the terminal, an account that cannot ask anything gets one sentence with what to do', async () => {
  await using google = await startLocalServer((_request, response) => {
    const message = 'Google Sheets API has not been used in project 123 before or it is disabled.'
    const error = { code: 403, status: 'PERMISSION_DENIED', message, details: [{ reason: 'SERVICE_DISABLED' }] }
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  })
  await using folder = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-'))
  folder.defer(() => rm(dataDir, { recursive: true, force: true }))
  const script = join(import.meta.dirname, '../verify-google.ts')
  const env = { ...process.env, DATA_DIR: dataDir, SHEETS_API_URL: google.url }
  const command = spawn(process.execPath, [script], { cwd: dataDir, env })
  const [output, errors] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'exit')])
  expect(errors).toMatch(/^The Google Sheets API is not enabled in .*, and wait a few minutes\.\n$/)
  expect({ output, code: command.exitCode }).toEqual({ output: '', code: 1 })
})
