import { type GetColumnData, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { stringifyStorable } from '#domain/copy/storable-text.ts'

/** Columns by their names in code. The type of a change and its SQL share this list. */
type Columns = Readonly<Record<string, PgColumn>>

export type ValuesOf<Listed extends Columns> = { readonly [Name in keyof Listed]: GetColumnData<Listed[Name]> }

export function pickColumns<Of extends Columns, Name extends keyof Of>(from: Of, names: readonly Name[]): Pick<Of, Name>
export function pickColumns(from: Columns, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** Table of values in a statement, passed as one parameter. */
export function recordset<Listed extends Columns>(
  alias: string,
  { columns, rows }: { columns: Listed; rows: readonly ValuesOf<Listed>[] },
): SQL {
  const listed = rows.map((row) => Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]])))
  const types = Object.entries(columns).map(
    ([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`,
  )
  return sql`jsonb_to_recordset(${stringifyStorable(listed)}::jsonb) as ${sql.identifier(alias)}(${sql.join(types, sql`, `)})`
}

/** Maps each column to its value in a recordset. */
export function valuesIn<Listed extends Columns>(alias: string, columns: Listed): Record<keyof Listed, SQL>
export function valuesIn(alias: string, columns: Columns): Record<string, SQL> {
  return Object.fromEntries(
    Object.keys(columns).map((name) => [name, sql`${sql.identifier(alias)}.${sql.identifier(name)}`]),
  )
}
