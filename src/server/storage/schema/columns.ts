import { customType, integer, timestamp } from 'drizzle-orm/pg-core'
import { storableText, stringifyStorable } from '#domain/copy/storable-text.ts'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

const WITH_TIMEZONE = { withTimezone: true, mode: 'date' } as const

/** `name` is only needed where the column is not named like the property. */
export const timestamptz = (name?: string) =>
  name === undefined ? timestamp(WITH_TIMEZONE) : timestamp(name, WITH_TIMEZONE)

/** Takes any text: see storable-text. */
export const text = customType<{ data: string }>({ dataType: () => 'text', toDriver: storableText })
/** Takes any JSON value, whatever its text. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: stringifyStorable,
})
