import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLogs } from './logger.ts'

const NOW = new Date('2030-03-04T05:06:07Z')

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-log-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function readLines(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line))
}

test('every line goes to the out file, and errors also go to the err file', async () => {
  await using folder = await tempFolder()
  using logs = openLogs({ logDir: folder.path, logTo: 'files', now: () => NOW })
  logs.logger.info({ taskId: 7 }, 'Run started')
  logs.logger.error('Run failed')
  const started = { level: 'info', time: '2030-03-04T05:06:07.000Z', taskId: 7, msg: 'Run started' }
  const failed = { level: 'error', time: '2030-03-04T05:06:07.000Z', msg: 'Run failed' }
  expect(await readLines(join(folder.path, 'nano_sync_out'))).toEqual([started, failed])
  expect(await readLines(join(folder.path, 'nano_sync_err'))).toEqual([failed])
})

test.each([
  { logTo: 'both', files: ['nano_sync_changes', 'nano_sync_err', 'nano_sync_out'] },
  { logTo: 'stdout', files: [] },
] as const)(
  '$logTo prints every line once to standard output, and writes the files $files',
  async ({ logTo, files }) => {
    await using folder = await tempFolder()
    const print = vi.spyOn(console, 'log').mockReturnValue()
    onTestFinished(() => print.mockRestore())
    using logs = openLogs({ logDir: folder.path, logTo, now: () => NOW })
    logs.logger.error('Run failed')
    logs.changeLogger.info('Task deleted')
    expect(print.mock.calls).toEqual([
      ['{"level":"error","time":"2030-03-04T05:06:07.000Z","msg":"Run failed"}'],
      ['{"level":"info","time":"2030-03-04T05:06:07.000Z","msg":"Task deleted"}'],
    ])
    expect((await readdir(folder.path)).sort()).toEqual(files)
  },
)

test('secrets in logged values and errors are not written to a file', async () => {
  await using folder = await tempFolder()
  using logs = openLogs({ logDir: folder.path, logTo: 'files', now: () => NOW })
  const secret = 'hush-hush'
  const cause = Object.assign(new Error('refused'), { code: 401, config: { headers: { authorization: secret } } })
  logs.logger.error(
    {
      authorization: secret,
      headers: { cookie: secret, authorization: secret },
      tokens: { access_token: secret, id_token: secret },
      config: { clientSecret: secret, databaseUrl: secret },
      err: new Error('The call failed', { cause }),
    },
    'Something went wrong',
  )
  const [line] = await readLines(join(folder.path, 'nano_sync_err'))
  expect(JSON.stringify(line)).not.toContain(secret)
  expect(line?.['err']).toMatchObject({ message: 'The call failed', cause: { message: 'refused', code: 401 } })
})

test('a failed query is logged without its parameters', async () => {
  await using folder = await tempFolder()
  using logs = openLogs({ logDir: folder.path, logTo: 'files', now: () => NOW })
  const err = new DrizzleQueryError('insert into rows values ($1)', ['a cell\nof a sheet'], new Error('disk full'))
  logs.logger.error({ err }, 'Could not save the rows')
  const [line] = await readLines(join(folder.path, 'nano_sync_err'))
  expect(JSON.stringify(line)).not.toContain('of a sheet')
  expect(line?.['err']).toMatchObject({
    message: 'Failed query: insert into rows values ($1)\nparams: [redacted]',
    cause: { message: 'disk full' },
  })
})
