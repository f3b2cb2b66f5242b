import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from '#server/storage/database.ts'

interface RowsRead {
  /** Rows read without an index. */
  scanned: number
  byIndex: number
}

/** Counts the rows of a table that the database reads for some work in a transaction. */
export async function rowsRead(
  orm: Orm,
  { table, work }: { table: 'all_tasks' | 'runs' | 'target_copies'; work: (tx: Orm) => Promise<unknown> },
): Promise<RowsRead> {
  return await orm.transaction(async (tx) => {
    // Disable parallel scans, because their processes count their rows separately.
    await tx.execute(sql`set local max_parallel_workers_per_gather = 0`)
    const before = await rowsReadSoFar(tx, table)
    await work(tx)
    const after = await rowsReadSoFar(tx, table)
    return { scanned: after.scanned - before.scanned, byIndex: after.byIndex - before.byIndex }
  })
}

async function rowsReadSoFar(tx: Orm, table: string): Promise<RowsRead> {
  const { rows } = Counts.parse(
    await tx.execute(sql`
      select seq_tup_read::int as scanned, coalesce(idx_tup_fetch, 0)::int as "byIndex"
      from pg_stat_xact_user_tables where relname = ${table}`),
  )
  return rows[0]
}

const Counts = z.object({ rows: z.tuple([z.object({ scanned: z.int(), byIndex: z.int() })]) })
