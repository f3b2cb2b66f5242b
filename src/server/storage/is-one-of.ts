import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** In one parameter, so that the statement is the same for any number of ids. */
export function isOneOf(column: SQLWrapper, ids: readonly number[]): SQL {
  return sql`${column} = any(${`{${ids.join(',')}}`}::int[])`
}
