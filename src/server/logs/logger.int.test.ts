import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openLogFiles } from './logger.ts'

const NOW = new Date('2030-03-04T05:06:07Z')

async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'nano-sync-log-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Record<string, unknown> => JSON.parse(line))
}

test('every line goes to the out file, and errors also go to the err file', async () => {
  await using folder = await tempFolder()
  using logs = openLogFiles({ logDir: folder.path, now: () => NOW })
  logs.logger.info({ taskId: 7 }, 'Run started')
  logs.logger.error('Run failed')
  const started = { level: 'info', time: '2030-03-04T05:06:07.000Z', taskId: 7, msg: 'Run started' }
  const failed = { level: 'error', time: '2030-03-04T05:06:07.000Z', msg: 'Run failed' }
  expect(await linesOf(join(folder.path, 'nano_sync_out'))).toEqual([started, failed])
  expect(await linesOf(join(folder.path, 'nano_sync_err'))).toEqual([failed])
})

test('secrets in logged values and errors are not written to a file', async () => {
  await using folder = await tempFolder()
  using logs = openLogFiles({ logDir: folder.path, now: () => NOW })
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
  const [line] = await linesOf(join(folder.path, 'nano_sync_err'))
  expect(JSON.stringify(line)).not.toContain(secret)
  expect(line?.['err']).toMatchObject({ message: 'The call failed', cause: { message: 'refused', code: 401 } })
})

test('a failed query is logged without its parameters', async () => {
  await using folder = await tempFolder()
  using logs = openLogFiles({ logDir: folder.path, now: () => NOW })
  const err = new DrizzleQueryError('insert into rows values ($1)', ['a cell\nof a sheet'], new Error('disk full'))
  logs.logger.error({ err }, 'Could not save the rows')
  const [line] = await linesOf(join(folder.path, 'nano_sync_err'))
  expect(JSON.stringify(line)).not.toContain('of a sheet')
  expect(line?.['err']).toMatchObject({
    message: 'Failed query: insert into rows values ($1)\nparams: [redacted]',
    cause: { message: 'disk full' },
  })
})
