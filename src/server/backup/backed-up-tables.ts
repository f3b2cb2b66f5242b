import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { MIGRATIONS_FOLDER } from '#server/storage/migrate.ts'

export interface BackedUpTable {
  readonly name: string
  /** The columns of the primary key. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[]
  /** The column whose values the database counts up, if there is one. */
  readonly identity: string | undefined
}

const Journal = z.object({ entries: z.array(z.object({ idx: z.int(), tag: z.string() })) })

const Column = z.object({
  name: z.string(),
  type: z.string(),
  primaryKey: z.boolean(),
  identity: z.unknown().optional(),
})
const Snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({
      name: z.string(),
      columns: z.record(z.string(), Column),
      compositePrimaryKeys: z.record(z.string(), z.object({ columns: z.array(z.string()) })),
    }),
  ),
})

/**
 * The tables of a schema version, by name, so that a backup of an older database is complete too. Left out is what
 * pg-boss stored for earlier versions: wake-ups, of which none is needed after a start.
 */
export function backedUpTables(schemaVersion: number): BackedUpTable[] {
  if (schemaVersion === 0) return []
  const { tables } = Snapshot.parse(readMeta(`${String(schemaVersion - 1).padStart(4, '0')}_snapshot.json`))
  return Object.values(tables)
    .map(({ name, columns, compositePrimaryKeys }) => {
      const composite = Object.values(compositePrimaryKeys).flatMap((key) => key.columns)
      const all = Object.values(columns)
      return {
        name,
        key: all
          .filter((column) => column.primaryKey || composite.includes(column.name))
          .map((column) => ({ name: column.name, isText: /^(text|varchar)/.test(column.type) })),
        identity: all.find((column) => column.identity !== undefined)?.name,
      }
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The name of the migration that leads to a schema version. */
export function migrationName(schemaVersion: number): string | undefined {
  return Journal.parse(readMeta('_journal.json')).entries[schemaVersion - 1]?.tag
}

function readMeta(fileName: string): unknown {
  return JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta', fileName), 'utf8'))
}
