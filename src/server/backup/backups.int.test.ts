import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { DAY_MS } from '#domain/time.ts'
import { backUp } from '#server/commands/back-up.ts'
import { readConfig } from '#server/config/config.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openLogLines } from '#tests/support/log-lines.ts'
import { adminUrl } from '#tests/support/postgres-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { readBackup } from './backup-folder.ts'
import { backupsFolder, listNightlyBackups } from './backup-names.ts'
import { startBackups } from './backups.ts'

const embeddedTest = test.skipIf(adminUrl() !== undefined)
const realNow = () => new Date()

embeddedTest('a running app is backed up when another process asks, and every night', async () => {
  // The app itself only answers requests. Its own nightly backup would be due below, after the one of 2020.
  await using app = await startTestApp({ env: { BACKUPS: '0' } })
  const { dataDir, context, member } = app
  await member.call(api.taskTypes.create, { body: { name: 'Ledgers' } })
  await app.sheets.spreadsheets.create({ requestBody: { properties: { title: 'Kept' } } })
  const config = readConfig({ DATA_DIR: dataDir })

  const folder = await backUp(config, { now: realNow })
  const types: string[] = []
  for await (const line of readBackup(folder)) if (/"name": ?"Ledgers"/.test(line)) types.push(line)
  expect(types).toHaveLength(1)
  const spreadsheets = new DatabaseSync(join(folder, 'spreadsheets.sqlite'), { readOnly: true })
  expect(spreadsheets.prepare('SELECT title FROM spreadsheets').all()).toEqual([{ title: 'Kept' }])
  spreadsheets.close()
  await expect(backUp(config, { folder, now: realNow })).rejects.toThrow(
    `The running app could not make the backup: The folder ${folder} already exists. Choose another one.`,
  )

  const { copyFiles } = context.database
  if (!copyFiles) throw new Error('The embedded database cannot copy its files')
  await mkdir(join(backupsFolder(dataDir), 'nightly-2020-02-03T08-30-00Z'))
  await mkdir(join(backupsFolder(dataDir), 'nightly-2020-02-04T08-30-00Z.partial'))
  const now = () => new Date(Date.now() + DAY_MS)
  const { logger, lines: log } = openLogLines()
  const timing = { dueEveryMs: 10, requestsEveryMs: 1_000_000 }
  {
    await using _nightly = startBackups({ copyFiles, config: { ...config, backups: 1 }, logger, now, timing })
    await eventually({ what: 'a nightly backup', read: () => log().length, until: (count) => count > 0 })
  }
  expect(log().map(({ msg }) => msg)).toEqual(['Backed up the embedded database'])
  expect(await listNightlyBackups(dataDir)).toEqual([{ folder: expect.any(String), at: expect.any(Date) }])
  expect(existsSync(join(backupsFolder(dataDir), 'nightly-2020-02-03T08-30-00Z'))).toBe(false)
  expect((await readdir(backupsFolder(dataDir))).filter((name) => /partial|snapshot/.test(name))).toEqual([])
})
