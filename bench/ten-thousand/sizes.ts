import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from '#server/storage/database.ts'

export interface Sizes {
  /** Tables in descending order of bytes. */
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[]
  readonly bytes: number
}

const Table = z.object({ name: z.string(), rows: z.number(), bytes: z.number() })

/** The rows and bytes of each table, and of the whole database, once deleted space can be used again. */
export async function readSizes(orm: Orm): Promise<Sizes> {
  await orm.execute(sql`vacuum analyze`)
  const found = await orm.execute(sql`
    select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by pg_total_relation_size(oid) desc`)
  const { rows } = z.object({ rows: z.array(Table) }).parse(found)
  return { tables: rows, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}
