import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { readBackup } from '#server/backup/backup-folder.ts'
import { parseDumpLine } from '#server/backup/dump-line.ts'
import { readConfig } from '#server/config/config.ts'
import { EMBEDDED_FOLDER } from '#server/storage/database.ts'
import { migrate, NewerDatabaseError, readSchemaVersion } from '#server/storage/migrate.ts'
import { MIGRATIONS_FOLDER } from '#server/storage/migration-files.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import * as schema from '#server/storage/schema.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { start } from './start.ts'

const logger = pino({ enabled: false })
const now = () => new Date()
const LATER = 9_000_000_000_000
const MIGRATIONS_OF_RELEASE_3_0 = 54

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nano-sync-going-back-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes the migrations of a later release, with an additional migration for each text. */
function laterMigrations(name: string, texts: readonly string[]): string {
  const path = join(folder, name)
  cpSync(MIGRATIONS_FOLDER, path, { recursive: true })
  const journalFile = join(path, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
  for (const [index, text] of texts.entries()) {
    const tag = `9${index}_later`
    writeFileSync(join(path, `${tag}.sql`), text)
    journal.entries.push({ idx: 900 + index, version: '7', when: LATER + index, tag, breakpoints: true })
  }
  writeFileSync(journalFile, JSON.stringify(journal))
  return path
}

const ADDS = `CREATE TABLE "remarks" ("id" integer PRIMARY KEY, "text" text NOT NULL);
--> statement-breakpoint
ALTER TABLE "all_tasks" ADD COLUMN "remark" text;`

test('the previous release goes on with what happened since, and the later one after it, where no migration forbids it', async () => {
  const dataDir = join(folder, 'data')
  await using database = await openTestDatabase(dataDir)
  const config = readConfig({ PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SHEETS: 'embedded', ...database.env })
  const newer = laterMigrations('allowed', [ADDS])
  {
    await using opened = await openDatabase(config.database, { logger, now })
    await migrate(opened.orm, { folder: newer })
    await opened.orm.execute(sql`insert into remarks values (1, 'written by the later release')`)
  }
  {
    await using app = await start(config)
    expect(app.notices).toContainEqual(
      expect.stringContaining('A newer version of Nano Sync has upgraded this database'),
    )
    const member = new ApiClient(app.url)
    await member.signIn('ada@example.com')
    const [task] = (await member.call(api.tasks.list, { query: {} })).syncTasks
    const params = { id: task?.id ?? 0 }
    await member.call(api.tasks.update, { params, body: { notes: 'written by the previous release' } })
    await member.call(api.tasks.execute, { params, body: undefined })
    const ended = await eventually({
      what: 'the run to end',
      read: () => member.call(api.tasks.get, { params }),
      until: (seen) => !['Pending', 'Queued', 'Running'].includes(seen.task_status),
    })
    expect(ended.task_status).toBe('Success')
    await expect(readSchemaVersion(app.context.database.orm)).rejects.toThrow(NewerDatabaseError)
  }
  await using opened = await openDatabase(config.database, { logger, now })
  await migrate(opened.orm, { folder: newer })
  const both = await opened.orm.execute(
    sql`select text, notes, remark from remarks, tasks where notes = 'written by the previous release'`,
  )
  expect(both).toMatchObject({
    rows: [{ text: 'written by the later release', notes: 'written by the previous release', remark: null }],
  })
})

test('one migration that forbids it is enough to refuse, with its reason', async () => {
  const dataDir = join(folder, 'refused')
  await using database = await openTestDatabase(dataDir)
  const config = readConfig({ PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SHEETS: 'embedded', ...database.env })
  const newer = laterMigrations('forbidden', [
    '-- The previous release may not start on this: it ignores remarks.\nCREATE TABLE "others" ("id" integer);',
    ADDS,
  ])
  {
    await using opened = await openDatabase(config.database, { logger, now })
    await migrate(opened.orm, { folder: newer })
  }
  await expect(start(config)).rejects.toThrow(NewerDatabaseError)
  await expect(start(config)).rejects.toThrow('This version may not start on it: it ignores remarks.')
})

test('where data is the reason, the previous release starts until there is some', async () => {
  const dataDir = join(folder, 'data-decides')
  await using database = await openTestDatabase(dataDir)
  const config = readConfig({ PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SHEETS: 'embedded', ...database.env })
  const newer = laterMigrations('data-decides', [
    `-- The previous release may not start on this: it ignores remarks.
-- That is so while this finds a row: SELECT FROM remarks
${ADDS}`,
  ])
  {
    await using opened = await openDatabase(config.database, { logger, now })
    await migrate(opened.orm, { folder: newer })
  }
  {
    await using app = await start(config)
    await app.context.database.orm.execute(sql`insert into remarks values (1, 'a remark')`)
  }
  await expect(start(config)).rejects.toThrow('it ignores remarks.')
})

test('before an upgrade, the start says whether people can go back, and backs up the embedded database', async () => {
  const dataDir = join(folder, 'upgrade')
  const config = readConfig({ PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none' })
  {
    // Create the folder as release 3.0.0 leaves it.
    await mkdir(join(dataDir, EMBEDDED_FOLDER), { recursive: true })
    const client = await PGlite.create(join(dataDir, EMBEDDED_FOLDER))
    await migrate(drizzle({ client, schema, casing: 'snake_case' }), { upTo: MIGRATIONS_OF_RELEASE_3_0 })
    await client.close()
  }
  const steps: string[] = []
  {
    await using _app = await start(config, { onProgress: (step) => steps.push(step) })
  }
  expect(steps).toContainEqual(expect.stringContaining('The previous release can start on it again until'))
  expect(steps).toContainEqual(expect.stringContaining('- it ignores the mode of a task'))
  const [backup = '', ...others] = await readdir(join(dataDir, 'backups'))
  expect(others).toEqual([])
  expect(backup).toMatch(/^upgrade-/)
  const lines = readBackup(join(dataDir, 'backups', backup))
  const first = await lines.next()
  await lines.return(undefined)
  expect(parseDumpLine(first.value ?? '')).toMatchObject({ kind: 'start', schemaVersion: MIGRATIONS_OF_RELEASE_3_0 })
})
