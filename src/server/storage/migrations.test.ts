import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LAST_OF_RELEASE_3_0 } from './applied-migrations.ts'
import { readLimit } from './migration-files.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

/**
 * Migrations that remove something, and why nodes of the previous version keep working. To remove a column or a table, stop
 * using it in one release and remove it in the next. Name the first of these releases here.
 */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  '0005_keep_run_history': 'replaces a foreign key by one that keeps more',
  '0012_notify_of_any_column': 'replaces triggers by others with the same payloads',
  '0035_trash': 'replaces two tables by views of the same names, and unique constraints by indexes that allow more',
  '0044_pairs_of_tabs':
    'replaces a unique index by one of the same name that allows more: the same files with other tabs',
  '0080_hand_out_pairs':
    'replaces a unique index by one of the same name that allows more: tasks that do not use their own target tab',
}

/** Contractions that let the previous release start, because they only allow rows that it does not have. */
const ALLOWING_MORE: ReadonlySet<string> = new Set(['0080_hand_out_pairs'])

const Journal = z.object({ entries: z.array(z.object({ idx: z.int(), tag: z.string(), when: z.int() })) })
const { entries } = Journal.parse(JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')))

function readMigration(tag: string): string {
  return readFileSync(join(FOLDER, `${tag}.sql`), 'utf8')
}

/** Finds the statements of a migration that may break a node of the previous version. */
function contractionsIn(migration: string): string[] {
  return migration
    .split('--> statement-breakpoint')
    .map((statement) => statement.replaceAll(/--.*$/gm, '').trim())
    .filter(
      (statement) =>
        !isAdditive(statement) && !isReplaced(statement, migration) && !isAboutNewColumns(statement, migration),
    )
}

/** Whether a statement drops a trigger that the same migration creates again. */
function isReplaced(statement: string, migration: string): boolean {
  const trigger = /^DROP TRIGGER (\w+) ON/i.exec(statement)?.[1]
  return trigger !== undefined && new RegExp(`CREATE TRIGGER ${trigger}\\b`, 'i').test(migration)
}

/**
 * Whether a statement adds a constraint or unique index on columns that the same migration adds. Earlier versions do not know
 * these columns.
 */
function isAboutNewColumns(statement: string, migration: string): boolean {
  const constraint = /^ALTER TABLE ("\w+") ADD CONSTRAINT "\w+" (?:UNIQUE|FOREIGN KEY) ?\(([^)]+)\)/i.exec(statement)
  const index = /^CREATE UNIQUE INDEX "\w+" ON ("\w+") USING btree \(([^)]+)\)/i.exec(statement)
  const [, table, columns] = constraint ?? index ?? []
  if (migration.includes(`CREATE TABLE ${table} (`)) return true
  return columns?.split(',').every((name) => migration.includes(`ALTER TABLE ${table} ADD COLUMN ${name} `)) ?? false
}

function isAdditive(statement: string): boolean {
  if (/^CREATE (OR REPLACE FUNCTION|OR REPLACE VIEW|FUNCTION|TRIGGER|TABLE|INDEX)/i.test(statement)) return true
  if (/^CREATE UNIQUE INDEX/i.test(statement)) return statement.includes('"runs_one_in_progress"')
  // Rows of earlier versions get their value here. Earlier versions ignore the column.
  if (/^(UPDATE|INSERT) /i.test(statement)) return true
  const column = /^ALTER TABLE \S+ ADD COLUMN (.*)$/is.exec(statement)?.[1]
  if (column !== undefined) return !/NOT NULL/i.test(column) || /DEFAULT|GENERATED ALWAYS AS IDENTITY/i.test(column)
  return isOfInitialTables(statement)
}

function isOfInitialTables(statement: string): boolean {
  const initial = readFileSync(join(FOLDER, '0000_initial.sql'), 'utf8')
  return initial.includes(statement)
}

test.each(entries.map(({ tag }) => tag))('%s lets nodes of the previous version go on working', (tag) => {
  const contractions = contractionsIn(readMigration(tag))
  if (tag in CONTRACTIONS) expect(contractions).not.toEqual([])
  else expect(contractions).toEqual([])
})

test('only the newest snapshot of the schema is kept, as `npm run migration` leaves it', () => {
  const snapshots = readdirSync(join(FOLDER, 'meta')).filter((file) => file.endsWith('_snapshot.json'))
  expect(snapshots).toEqual([`${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`])
})

/** Migrations since the release that refuses any later migration. */
const later = entries.filter(({ when }) => when > LAST_OF_RELEASE_3_0)

test('a migration that takes something away forbids the previous release to start, whatever the data', () => {
  const removing = later.filter(({ tag }) => tag in CONTRACTIONS && !ALLOWING_MORE.has(tag))
  expect(removing.filter(({ tag }) => readLimit(readMigration(tag))?.query !== null)).toEqual([])
})

test('the first lines of a migration say what keeps the previous release from starting on it, and since when', () => {
  expect(readLimit('-- The previous release may not start on this: it ignores A.\nSELECT 1;')).toEqual({
    reason: 'it ignores A.',
    query: null,
  })
  const query = "SELECT FROM all_tasks WHERE mode <> 'mirror'"
  const withQuery = `-- The previous release may not start on this: it ignores A.\n-- That is so while this finds a row: ${query}\n`
  expect(readLimit(withQuery)).toEqual({ reason: 'it ignores A.', query })
  expect(readLimit('CREATE TABLE a (b int);')).toBeNull()
})

test('a reason is in the first line, where it takes effect', () => {
  const texts = entries.map(({ tag }) => readMigration(tag)).filter((text) => /release may not start/i.test(text))
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => readLimit(text) === null)).toEqual([])
})

test.each([
  'ALTER TABLE "tasks" DROP COLUMN "notes"',
  'ALTER TABLE "tasks" ADD COLUMN "owner" text NOT NULL',
  'ALTER TABLE "tasks" RENAME COLUMN "notes" TO "remarks"',
  'ALTER TABLE "tasks" ALTER COLUMN "notes" SET NOT NULL',
  'DROP TABLE "csv_jobs"',
  'DROP TRIGGER runs_notify_update ON runs',
  'CREATE UNIQUE INDEX "tasks_name" ON "tasks" USING btree ("name")',
  'ALTER TABLE "tasks" ADD CONSTRAINT "tasks_name" UNIQUE("name")',
])('%s counts as taking something away', (statement) => {
  expect(contractionsIn(statement)).toEqual([statement])
})

test('migrations are in the order in which they were generated: a database skips what is older than its last one', () => {
  const times = entries.map(({ when }) => when)
  expect(times).toEqual([...times].sort((one, other) => one - other))
  expect(new Set(times).size).toBe(times.length)
  expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, index) => index))
})
