import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { PROJECT_FOLDER } from '#server/config/project-folder.ts'

export const MIGRATIONS_FOLDER = join(PROJECT_FOLDER, 'src/server/storage/migrations')

/** First line of a migration that forbids the previous release to start, with the reason. */
const FORBIDS_PREVIOUS = /^-- The previous release may not start on this: (.+)\n/
/** Second line of the same migration if only some data is the reason. */
const FORBIDS_WHILE = /^-- That is so while this finds a row: (.+)\n/

/** Reason why the previous release may not start on a migration. */
export interface GoingBackLimit {
  readonly reason: string
  /** A query that finds a row while the reason holds; null if it always holds. */
  readonly query: string | null
}

interface MigrationFile {
  readonly statements: string[]
  readonly hash: string
  readonly createdAt: number
  readonly limit: GoingBackLimit | null
}

/** Reads the migrations of this version, oldest first. The database identifies a migration by the time it was generated. */
export function readMigrations(folder = MIGRATIONS_FOLDER): MigrationFile[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql: statements, hash, folderMillis }) => ({
    statements,
    hash,
    createdAt: folderMillis,
    limit: readLimit(statements[0] ?? ''),
  }))
}

export function readLimit(migration: string): GoingBackLimit | null {
  const [line, reason] = FORBIDS_PREVIOUS.exec(migration) ?? []
  if (line === undefined || reason === undefined) return null
  return { reason, query: FORBIDS_WHILE.exec(migration.slice(line.length))?.[1] ?? null }
}
