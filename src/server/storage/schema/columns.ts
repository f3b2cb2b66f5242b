import { customType, integer, timestamp } from 'drizzle-orm/pg-core'
import { storableText, stringifyStorable } from '#domain/copy/storable-text.ts'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const WITH_TIMEZONE = { withTimezone: true, mode: 'date' } as const

/** `name` is only needed if the column's name differs from the property's name. */
export const timestamptz = (name?: string) =>
  name === undefined ? timestamp(WITH_TIMEZONE) : timestamp(name, WITH_TIMEZONE)

/** Column for any text. See storable-text for the characters that PostgreSQL cannot store. */
export const text = customType<{ data: string }>({ dataType: () => 'text', toDriver: storableText })
/** Column for any JSON value, including text that PostgreSQL cannot store. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: stringifyStorable,
})
