import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readRange } from '../../tests/spreadsheet-calls.ts'
import { startTestEmulator } from '../../tests/test-emulator.ts'
import { openStore } from './open-store.ts'

/** The tables of the first release, with one spreadsheet. */
const firstVersion = `
  CREATE TABLE spreadsheets (id TEXT PRIMARY KEY, title TEXT NOT NULL, locale TEXT NOT NULL, time_zone TEXT NOT NULL,
    auto_recalc TEXT NOT NULL, trashed INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL, modified_at TEXT NOT NULL) STRICT;
  CREATE TABLE sheets (grid_id INTEGER PRIMARY KEY AUTOINCREMENT,
    spreadsheet_id TEXT NOT NULL REFERENCES spreadsheets (id) ON DELETE CASCADE, sheet_id INTEGER NOT NULL,
    title TEXT NOT NULL, position INTEGER NOT NULL, row_count INTEGER NOT NULL, column_count INTEGER NOT NULL,
    look TEXT NOT NULL DEFAULT '{}', UNIQUE (spreadsheet_id, sheet_id)) STRICT;
  CREATE TABLE grid_rows (grid_id INTEGER NOT NULL REFERENCES sheets (grid_id) ON DELETE CASCADE, row INTEGER NOT NULL,
    cells TEXT NOT NULL, PRIMARY KEY (grid_id, row)) STRICT, WITHOUT ROWID;
  CREATE TABLE permissions (spreadsheet_id TEXT NOT NULL REFERENCES spreadsheets (id) ON DELETE CASCADE,
    id TEXT NOT NULL, type TEXT NOT NULL, role TEXT NOT NULL, address TEXT, PRIMARY KEY (spreadsheet_id, id)) STRICT;
  INSERT INTO spreadsheets VALUES ('old', 'Old', 'en_US', 'Etc/GMT', 'ON_CHANGE', 0, 7, '2026-01-01', '2026-01-01');
  INSERT INTO sheets VALUES (1, 'old', 0, 'Sheet1', 0, 1000, 26, '{}');
  INSERT INTO grid_rows VALUES (1, 0, '[1,{"f":"=2+3"},{"v":5,"n":"note"}]');
  INSERT INTO grid_rows VALUES (1, 1, '[null,{"f":"=A1+B1"}]');
`

function folderWith(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = new DatabaseSync(join(folder, 'emulator.sqlite'))
  database.exec(sql)
  database.close()
  return folder
}

test('opens the folder of an earlier release, and computes its formulas', async () => {
  await using provider = await startTestEmulator({ dataDir: folderWith(firstVersion) })
  const read = async (options: object = {}) =>
    (await readRange({ ...provider, spreadsheetId: 'old' }, 'A1:D2', options)).values
  expect(await read()).toEqual([
    ['1', '5', '5'],
    ['', '#ERROR!'],
  ])
  const [, uncomputed] = (await read({ valueRenderOption: 'UNFORMATTED_VALUE' })) ?? []
  expect(uncomputed).toEqual(['', '#ERROR! (The built-in spreadsheets do not compute this formula.)'])
})

test('refuses the folder of a later release', () => {
  const folder = folderWith('PRAGMA user_version = 1000;')
  expect(() => openStore(folder)).toThrow('A newer release has written this folder of spreadsheets')
})

test('leaves the version of the first columns, on which the previous release starts', () => {
  const folder = folderWith(`${firstVersion} PRAGMA user_version = 0;`)
  const readVersion = () => {
    openStore(folder)[Symbol.dispose]()
    const database = new DatabaseSync(join(folder, 'emulator.sqlite'))
    const version = database.prepare('PRAGMA user_version').get()?.['user_version']
    database.close()
    return version
  }
  expect(readVersion()).toBe(1)
  const later = new DatabaseSync(join(folder, 'emulator.sqlite'))
  later.exec('PRAGMA user_version = 4')
  later.close()
  expect(readVersion()).toBe(1)
})
