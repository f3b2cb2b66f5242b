import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { Refusal } from '#contract/errors.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { dataCopies, dataCopyRows } from '#server/storage/schema.ts'
import type { RowOrders } from './row-orders.ts'

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

interface PageDeps {
  orm: Orm
  /** Called for a sorted page only. */
  orderOf: RowOrders['orderOf']
}

/**
 * A page of the rows that a task copied last, each keyed by column name.
 *
 * @throws Refusal 'invalid' for an unknown column
 */
export async function dataCopyPage(
  { orm, orderOf }: PageDeps,
  query: DataCopyPageQuery,
  caller: Parameters<RowOrders['orderOf']>[1],
): Promise<{ rows: Record<string, Cell>[]; totalRows: number }> {
  const copy = await findDataCopy(orm, query.taskId)
  if (!copy) return { rows: [], totalRows: 0 }
  const { columns = copy.columns, sort, order, offset, limit } = query
  const indexByName = new Map(copy.columns.map((name, index) => [name, index]))
  const indexes = columns.map((name) => indexOfColumn(indexByName, { name, field: 'columns' }))
  const column = sort === undefined ? undefined : indexOfColumn(indexByName, { name: sort, field: 'sort' })
  const found =
    column === undefined
      ? await rowsInSheetOrder(orm, { id: copy.id, offset, limit })
      : await rowsNumbered(orm, {
          id: copy.id,
          rowNumbers: (await orderOf({ copy, column, order }, caller)).subarray(offset, offset + limit),
        })
  const rows = found.map((cells) =>
    Object.fromEntries(columns.map((name, at) => [name, cells[indexes[at] ?? -1] ?? null])),
  )
  return { rows, totalRows: copy.rowCount }
}

function indexOfColumn(
  indexByName: ReadonlyMap<string, number>,
  { name, field }: { name: string; field: 'columns' | 'sort' },
): number {
  const index = indexByName.get(name)
  if (index !== undefined) return index
  const message = `There is no column '${name}'.`
  throw new Refusal('invalid', message, { [field]: message })
}

/** Selecting by row number costs the same wherever the page starts. */
async function rowsInSheetOrder(
  orm: Orm,
  { id, offset, limit }: { id: number; offset: number; limit: number },
): Promise<Cell[][]> {
  const { dataCopyId, rowNumber } = dataCopyRows
  const found = await orm
    .select({ cells: dataCopyRows.cells })
    .from(dataCopyRows)
    .where(and(eq(dataCopyId, id), gte(rowNumber, offset), lt(rowNumber, offset + limit)))
    .orderBy(asc(rowNumber))
  return found.map(({ cells }) => cells)
}

/** The rows with these numbers, in this order. Rows of a data copy that was replaced meanwhile are left out. */
async function rowsNumbered(orm: Orm, { id, rowNumbers }: { id: number; rowNumbers: Uint32Array }): Promise<Cell[][]> {
  const { dataCopyId, rowNumber } = dataCopyRows
  const list = `{${rowNumbers.join(',')}}`
  const found = await orm
    .select({ rowNumber, cells: dataCopyRows.cells })
    .from(dataCopyRows)
    .where(and(eq(dataCopyId, id), sql`${rowNumber} = any(${list}::int[])`))
  const byNumber = new Map(found.map((row) => [row.rowNumber, row.cells]))
  return Array.from(rowNumbers, (number) => byNumber.get(number)).filter((cells) => cells !== undefined)
}
