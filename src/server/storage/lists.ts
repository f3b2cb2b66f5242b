import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type Value = number | string

/**
 * Whether a value is in a list. The list is a single parameter of any length, so the statement's text never changes and the
 * number of parameters stays within PostgreSQL's limit. For subqueries, use `inArray`.
 */
export function isInList<Of extends Value>(
  value: AnyPgColumn<{ data: Of }> | SQL<Of> | SQL.Aliased<Of>,
  list: Iterable<NoInfer<Of>>,
): SQL {
  return sql`${value} = any(${formatArray(list)})`
}

/** Table of IDs in a statement, each with its place in the list, counted from 1. */
export function listPlaces(ids: Iterable<number>, alias: string): SQL {
  return sql`unnest(${formatArray(ids)}::int[]) with ordinality as ${sql.identifier(alias)}(id, place)`
}

/** Formats a list as a PostgreSQL array. */
function formatArray(list: Iterable<Value>): string {
  const entries = Array.from(list, (entry) =>
    typeof entry === 'number' ? entry : `"${entry.replaceAll(/["\\]/g, '\\$&')}"`,
  )
  return `{${entries.join(',')}}`
}
