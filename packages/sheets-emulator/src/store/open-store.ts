import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { FilledCells } from './filled-cells.ts'
import { FormulaCells } from './formula-cells.ts'

/** The first version of the tables. The steps in `migrations` update every data folder from here. */
const schema = `
  CREATE TABLE IF NOT EXISTS spreadsheets (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    locale TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    auto_recalc TEXT NOT NULL,
    trashed INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL,
    modified_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sheets (
    grid_id INTEGER PRIMARY KEY AUTOINCREMENT,
    spreadsheet_id TEXT NOT NULL REFERENCES spreadsheets (id) ON DELETE CASCADE,
    sheet_id INTEGER NOT NULL,
    title TEXT NOT NULL,
    position INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    column_count INTEGER NOT NULL,
    look TEXT NOT NULL DEFAULT '{}',
    UNIQUE (spreadsheet_id, sheet_id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS grid_rows (
    grid_id INTEGER NOT NULL REFERENCES sheets (grid_id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    cells TEXT NOT NULL,
    PRIMARY KEY (grid_id, row)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS permissions (
    spreadsheet_id TEXT NOT NULL REFERENCES spreadsheets (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    role TEXT NOT NULL,
    address TEXT,
    PRIMARY KEY (spreadsheet_id, id)
  ) STRICT;
`

/** Each step brings the tables to the next version. Earlier releases refuse to start on it. Steps are only ever added. */
const migrations = [
  `
  ALTER TABLE spreadsheets ADD COLUMN mime_type TEXT NOT NULL DEFAULT 'application/vnd.google-apps.spreadsheet';
  ALTER TABLE sheets ADD COLUMN type TEXT NOT NULL DEFAULT 'GRID';
  ALTER TABLE sheets ADD COLUMN features TEXT NOT NULL DEFAULT '{}';
  ALTER TABLE sheets ADD COLUMN has_formulas INTEGER NOT NULL DEFAULT 0;
  UPDATE sheets SET has_formulas = 1
    WHERE EXISTS (SELECT 1 FROM grid_rows WHERE grid_rows.grid_id = sheets.grid_id AND cells LIKE '%"f":%');
  `,
]
/** Maximum version to open. Versions 2 to 4, from between two releases, only have more columns. */
const MAX_VERSION_WITH_COLUMNS = 4

/** Later columns of `spreadsheets`. Earlier releases ignore them, so the version stays the same. */
const addedColumns = {
  modified_by: 'TEXT',
  starred: 'INTEGER NOT NULL DEFAULT 0',
  viewed_at: 'TEXT',
  parent: "TEXT NOT NULL DEFAULT 'root'",
}

/**
 * The provider's SQLite database. Each row of a grid is one record, so reading a few rows is fast in a tab of any size.
 * The write-ahead log preserves committed changes through a `kill -9`.
 */
export class Store implements Disposable {
  readonly filledCells = new FilledCells()
  readonly formulaCells = new FormulaCells()
  /** The tabs whose cells have changed since the last transaction ended. */
  readonly changedGrids = new Set<number>()
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #isInTransaction = false

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isOpen(): boolean {
    return this.#database.isOpen
  }

  /** The prepared statement for `sql`, cached. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }

  /** Runs `work` and rolls back if it throws. Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work()
    this.#isInTransaction = true
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      for (const gridId of this.changedGrids) {
        this.filledCells.forget(gridId)
        this.formulaCells.forget(gridId)
      }
      throw error
    } finally {
      this.#isInTransaction = false
      this.changedGrids.clear()
    }
  }

  [Symbol.dispose](): void {
    this.#statements.clear()
    this.#database.close()
  }
}

/** Opens `dataDir/emulator.sqlite`, creating it if missing. Without a folder, everything stays in memory. */
export function openStore(dataDir: string | undefined): Store {
  if (dataDir) mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(dataDir ? join(dataDir, 'emulator.sqlite') : ':memory:')
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;')
  database.exec('PRAGMA busy_timeout = 5000;')
  database.exec(schema)
  migrate(database)
  return new Store(database)
}

/** @throws when a newer release has written the data folder. */
function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  if (version > MAX_VERSION_WITH_COLUMNS) {
    database.close()
    throw new Error(
      'A newer release has written this folder of spreadsheets: start that release, or use another folder.',
    )
  }
  if (version > migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`)
  for (const [index, step] of migrations.entries()) {
    if (index >= version) database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`)
  }
  const present = new Set(
    database
      .prepare('PRAGMA table_info(spreadsheets)')
      .all()
      .map(({ name }) => name),
  )
  for (const [name, type] of Object.entries(addedColumns)) {
    if (!present.has(name)) database.exec(`ALTER TABLE spreadsheets ADD COLUMN ${name} ${type}`)
  }
}
