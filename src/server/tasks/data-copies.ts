import { and, asc, eq, gt, gte, isNull, lt, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { dataCopies, dataCopyRows, runs, tasks } from '#server/storage/schema.ts'

const ROWS_PER_STATEMENT = 1000

/** Writes rows that `publish` makes visible; without it they are deleted when the writer is disposed of. */
export interface DataCopyWriter extends AsyncDisposable {
  append(rows: Cell[][]): Promise<void>
  /** Runs in `tx` where something else must become visible together with the rows. */
  publish(tx?: Orm): Promise<void>
}

/** Starts a data copy, and deletes what earlier attempts left unpublished. */
export async function openDataCopy(
  orm: Orm,
  { taskId, columns, now }: { taskId: number; columns: string[]; now: Date },
): Promise<DataCopyWriter> {
  await dropUnpublished(orm, taskId)
  const [created] = await orm
    .insert(dataCopies)
    .values({ taskId, columns: columns.map(storable), createdAt: now })
    .returning({ id: dataCopies.id })
  if (!created) throw new Error('The data copy was not inserted')
  const { id } = created
  let rowCount = 0
  let isPublished = false
  return {
    async append(rows) {
      for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
        const slice = rows.slice(from, from + ROWS_PER_STATEMENT)
        await appendRows(orm, { id, firstRow: rowCount, rows: slice })
        rowCount += slice.length
      }
    },
    async publish(tx) {
      const publish = (within: Orm) => publishDataCopy(within, { taskId, id, rowCount })
      await (tx ? publish(tx) : orm.transaction(publish))
      isPublished = true
    },
    async [Symbol.asyncDispose]() {
      if (!isPublished) await orm.delete(dataCopies).where(eq(dataCopies.id, id))
    },
  }
}

/**
 * Deletes the unpublished data copies that no attempt is writing, and returns how many. An attempt whose lease has just run
 * out may not know it yet.
 */
export async function dropAbandonedCopies(orm: Orm, now: Date): Promise<number> {
  const published = orm.select({ id: tasks.id }).from(tasks).where(eq(tasks.dataCopyId, dataCopies.id))
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
    from jsonb_array_elements(${jsonOf(rows)}::jsonb) with ordinality as copied(row, position)`)
}

async function publishDataCopy(tx: Orm, { taskId, id, rowCount }: { taskId: number; id: number; rowCount: number }) {
  await tx.update(dataCopies).set({ rowCount }).where(eq(dataCopies.id, id))
  await tx.update(tasks).set({ dataCopyId: id }).where(eq(tasks.id, taskId))
  await tx.delete(dataCopies).where(and(eq(dataCopies.taskId, taskId), ne(dataCopies.id, id)))
}

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i

/** JSON that PostgreSQL accepts: no null characters, no unpaired surrogates. */
function jsonOf(rows: Cell[][]): string {
  const json = JSON.stringify(rows)
  if (!UNSTORABLE_ESCAPE.test(json)) return json
  return JSON.stringify(rows.map((row) => row.map((cell) => (typeof cell === 'string' ? storable(cell) : cell))))
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** The columns of the rows that a task copied last; empty when there are none. */
export async function dataCopyColumns(orm: Orm, taskId: number): Promise<string[]> {
  return (await findDataCopy(orm, taskId))?.columns ?? []
}

async function findDataCopy(orm: Orm, taskId: number) {
  const [copy] = await orm
    .select({ id: dataCopies.id, columns: dataCopies.columns, rowCount: dataCopies.rowCount })
    .from(dataCopies)
    .innerJoin(tasks, eq(tasks.dataCopyId, dataCopies.id))
    .where(eq(tasks.id, taskId))
  return copy
}

export interface DataCopyPageQuery {
  taskId: number
  /** Rows before the page. */
  offset: number
  limit: number
  /** The column to sort by; in the order of the sheet when left out. */
  sort?: string | undefined
  order: 'asc' | 'desc'
  /** The columns to return; all when left out. */
  columns?: readonly string[] | undefined
}

/**
 * A page of the rows that a task copied last, each keyed by column name. Sorted in either order, numbers come before text,
 * then booleans, then empty cells.
 *
 * @throws Refusal 'invalid' for an unknown column
 */
export async function dataCopyPage(
  orm: Orm,
  query: DataCopyPageQuery,
): Promise<{ rows: Record<string, Cell>[]; totalRows: number }> {
  const copy = await findDataCopy(orm, query.taskId)
  if (!copy) return { rows: [], totalRows: 0 }
  const { columns = copy.columns, sort } = query
  const indexes = columns.map((name) => indexOfColumn(copy.columns, { name, field: 'columns' }))
  const sortIndex = sort === undefined ? undefined : indexOfColumn(copy.columns, { name: sort, field: 'sort' })
  const pages = orm.select({ cells: dataCopyRows.cells }).from(dataCopyRows)
  const found = await (sortIndex === undefined
    ? pages.where(rowsAt(copy.id, query)).orderBy(asc(dataCopyRows.rowNumber))
    : sortedPage(orm, { id: copy.id, index: sortIndex, ...query }))
  const rows = found.map(({ cells }) =>
    Object.fromEntries(columns.map((name, at) => [name, cells[indexes[at] ?? -1] ?? null])),
  )
  return { rows, totalRows: copy.rowCount }
}

function indexOfColumn(
  columns: readonly string[],
  { name, field }: { name: string; field: 'columns' | 'sort' },
): number {
  const index = columns.indexOf(name)
  if (index >= 0) return index
  const message = `There is no column '${name}'.`
  throw new Refusal('invalid', message, { [field]: message })
}

/** Selecting by row number costs the same wherever the page starts. */
function rowsAt(id: number, { offset, limit }: { offset: number; limit: number }) {
  const { dataCopyId, rowNumber } = dataCopyRows
  return and(eq(dataCopyId, id), gte(rowNumber, offset), lt(rowNumber, offset + limit))
}

/** Sorts keys and row numbers only; the wide rows are fetched for the page alone. */
function sortedPage(
  orm: Orm,
  {
    id,
    index,
    order,
    offset,
    limit,
  }: { id: number; index: number; order: 'asc' | 'desc'; offset: number; limit: number },
) {
  const keys = sortKeys({ index, order })
  const page = orm
    .select({
      rowNumber: dataCopyRows.rowNumber,
      rank: sql<number>`row_number() over (order by ${sql.join(keys, sql`, `)}, ${dataCopyRows.rowNumber})`.as('rank'),
    })
    .from(dataCopyRows)
    .where(eq(dataCopyRows.dataCopyId, id))
    .orderBy(sql`2`)
    .offset(offset)
    .limit(limit)
    .as('page')
  return orm
    .select({ cells: dataCopyRows.cells })
    .from(page)
    .innerJoin(dataCopyRows, and(eq(dataCopyRows.dataCopyId, id), eq(dataCopyRows.rowNumber, page.rowNumber)))
    .orderBy(page.rank)
}

function sortKeys({ index, order }: { index: number; order: 'asc' | 'desc' }): SQL[] {
  const cell = sql`${dataCopyRows.cells} -> ${sql.raw(String(index))}`
  const text = sql`${dataCopyRows.cells} ->> ${sql.raw(String(index))}`
  const direction = sql.raw(order)
  return [
    sql`case jsonb_typeof(${cell}) when 'number' then 0 when 'string' then case ${text} when '' then 3 else 1 end when 'boolean' then 2 else 3 end`,
    sql`case jsonb_typeof(${cell}) when 'number' then (${text})::double precision end ${direction}`,
    sql`nullif(lower(${text}), '') ${direction}`,
  ]
}
