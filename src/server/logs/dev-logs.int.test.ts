import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevLogs } from './dev-logs.ts'
import { openLogs } from './logger.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nano-sync-dev-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('only log files are listed, the current one of each log before its rotated ones', async () => {
  for (const name of [
    'nano_sync_err',
    'nano_sync_out.2',
    'nano_sync_out',
    'nano_sync_out.1',
    'secrets',
    'nano_sync_out.x',
  ])
    await writeFile(join(folder, name), '')
  await symlink('/etc/hostname', join(folder, 'nano_sync_out.9'))
  const names = ['nano_sync_out', 'nano_sync_out.1', 'nano_sync_out.2', 'nano_sync_err']
  expect(await createDevLogs(folder).files()).toEqual(names)
})

test('without log files, none are listed', async () => {
  expect(await createDevLogs(undefined).files()).toEqual([])
  await expect(createDevLogs(undefined).lines('nano_sync_out')).rejects.toThrow('Log file not found')
})

test.each([
  'secrets',
  '../secrets',
  'nano_sync_out/../secrets',
  '/etc/hostname',
  'nano_sync_out.9',
  'nano_sync_out\0',
  '',
])('a name that is not listed is rejected: %j', async (file) => {
  await expect(createDevLogs(folder).lines(file)).rejects.toThrow('Log file not found')
  await expect(createDevLogs(folder).clear(file)).rejects.toThrow('Log file not found')
})

test('a file can be emptied while it is being written, and then holds only later lines', async () => {
  const devLogs = createDevLogs(folder)
  using logs = openLogs({ logDir: folder, logTo: 'files', now: () => new Date(0) })
  logs.logger.info('before')
  await devLogs.clear('nano_sync_out')
  logs.logger.info('after')
  expect(await devLogs.lines('nano_sync_out')).toEqual([
    '{"level":"info","time":"1970-01-01T00:00:00.000Z","msg":"after"}',
  ])
})
