import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from './schema.ts'

/** Columns whose values are words of the app. */
const OF_WORDS = new Set(['activity.kind', 'runs.restore'])
const UNSTORABLE = 'Plan\0 \ud83d'

const columns = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .flatMap((table) => Object.values(getTableColumns(table)).map((column) => ({ table: getTableName(table), column })))
  .filter(({ column }) => is(column, PgColumn) && ['text', 'jsonb'].includes(column.getSQLType()))
  .map(({ table, column }) => ({ place: `${table}.${column.name}`, column }))
  .filter(({ place }) => !OF_WORDS.has(place))

test('there are columns of text and of JSON', () => {
  expect(new Set(columns.map(({ column }) => column.getSQLType()))).toEqual(new Set(['text', 'jsonb']))
})

test.each(columns)('$place takes text that PostgreSQL cannot hold', ({ column }) => {
  const value = column.getSQLType() === 'text' ? UNSTORABLE : { [UNSTORABLE]: UNSTORABLE }
  const sent = String(column.mapToDriverValue(value))
  expect([sent.isWellFormed(), /\0|\\u0000|\\ud83d/.test(sent)]).toEqual([true, false])
})
