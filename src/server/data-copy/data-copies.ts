import { and, eq, gt, isNull, ne, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Cell } from '#domain/copy/cell.ts'
import { stringifyStorable } from '#domain/copy/storable-text.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { allTasks, dataCopies, dataCopyRows, runs } from '#server/storage/schema.ts'

const ROWS_PER_STATEMENT = 1000

/** Writes rows and makes them visible with `publish`. Disposing of the writer without a commit deletes the rows. */
export interface DataCopyWriter extends AsyncDisposable {
  append(rows: Cell[][]): Promise<void>
  /** Reuses the next rows at the same places of the published data copy. Returns the number of rows it has there. */
  keep(count: number): Promise<number>
  /** Makes the rows visible. Pass `tx` if another change must become visible together with the rows. */
  publish(tx?: Orm): Promise<void>
}

/** Starts a data copy, and deletes unpublished rows of earlier attempts. */
export async function openDataCopy(
  orm: Orm,
  { taskId, columns, now }: { taskId: number; columns: string[]; now: Date },
): Promise<DataCopyWriter> {
  await dropUnpublished(orm, taskId)
  const [created] = await orm
    .insert(dataCopies)
    .values({ taskId, columns, createdAt: now })
    .returning({ id: dataCopies.id })
  if (!created) throw new Error('The data copy was not inserted')
  const { id } = created
  let rowCount = 0
  return {
    async append(rows) {
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
        const slice = rows.slice(from, from + ROWS_PER_STATEMENT)
        await appendRows(orm, { id, firstRow: rowCount, rows: slice })
        rowCount += slice.length
      }
    },
    async keep(count) {
      const kept = await keepRows(orm, { taskId, id, firstRow: rowCount, count })
      rowCount += kept
      return kept
    },
    async publish(tx) {
      const publish = (within: Orm) => publishDataCopy(within, { taskId, id, rowCount })
      await (tx ? publish(tx) : orm.transaction(publish))
    },
    async [Symbol.asyncDispose]() {
      await dropUnlessPublished(orm, id)
    },
  }
}

/**
 * Deletes a data copy unless it was published. Only the database knows whether the publishing transaction was committed. The
 * lock waits for a transaction that may still commit.
 */
async function dropUnlessPublished(orm: Orm, id: number): Promise<void> {
  const isIt = eq(dataCopies.id, id)
  const published = orm.select({ id: allTasks.id }).from(allTasks).where(eq(allTasks.dataCopyId, id))
  if ((await orm.$count(allTasks, eq(allTasks.dataCopyId, id))) > 0) return
  await orm.transaction(async (tx) => {
    await tx.select({ id: dataCopies.id }).from(dataCopies).where(isIt).for('update')
    await tx.delete(dataCopies).where(and(isIt, notExists(published)))
  })
}

/**
 * Deletes unpublished data copies without a writing attempt. Returns their number. Spares attempts with a recently expired
 * lease, because they may not know about it yet.
 */
export async function dropAbandonedCopies(orm: Orm, now: Date): Promise<number> {
  const published = orm.select({ id: allTasks.id }).from(allTasks).where(eq(allTasks.dataCopyId, dataCopies.id))
  const leasedSince = new Date(now.getTime() - MINUTE_MS)
  const inWork = orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, dataCopies.taskId), isNull(runs.endedAt), gt(runs.leaseUntil, leasedSince)))
  const dropped = await orm
    .delete(dataCopies)
    .where(and(notExists(published), notExists(inWork)))
    .returning({ id: dataCopies.id })
  return dropped.length
}

async function dropUnpublished(orm: Orm, taskId: number): Promise<void> {
  const published = orm.select({ id: tasks.dataCopyId }).from(tasks).where(eq(tasks.id, taskId))
  await orm
    .delete(dataCopies)
    .where(and(eq(dataCopies.taskId, taskId), sql`${dataCopies.id} is distinct from (${published})`))
}

async function appendRows(orm: Orm, { id, firstRow, rows }: { id: number; firstRow: number; rows: Cell[][] }) {
  await orm.execute(sql`
    insert into ${dataCopyRows} (data_copy_id, row_number, cells)
    select ${id}::int, ${firstRow}::int + position::int - 1, row
    from jsonb_array_elements(${stringifyStorable(rows)}::jsonb) with ordinality as copied(row, position)`)
}

interface KeptRows {
  taskId: number
  id: number
  firstRow: number
  count: number
}

async function keepRows(orm: Orm, { taskId, id, firstRow, count }: KeptRows): Promise<number> {
  const published = orm.select({ id: tasks.dataCopyId }).from(tasks).where(eq(tasks.id, taskId))
  const result = await orm.execute(sql`
    with kept as (
      insert into ${dataCopyRows} (data_copy_id, row_number, cells)
      select ${id}::int, row_number, cells from ${dataCopyRows}
      where data_copy_id = (${published}) and row_number >= ${firstRow} and row_number < ${firstRow + count}
      returning 1
    )
    select count(*)::int as count from kept`)
  return CountResult.parse(result).rows[0].count
}

const CountResult = z.object({ rows: z.tuple([z.object({ count: z.number() })]) })

async function publishDataCopy(tx: Orm, { taskId, id, rowCount }: { taskId: number; id: number; rowCount: number }) {
  await tx.update(dataCopies).set({ rowCount }).where(eq(dataCopies.id, id))
  await tx.update(tasks).set({ dataCopyId: id }).where(eq(tasks.id, taskId))
  await tx.delete(dataCopies).where(and(eq(dataCopies.taskId, taskId), ne(dataCopies.id, id)))
}
