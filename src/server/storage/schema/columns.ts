import { customType, integer, timestamp } from 'drizzle-orm/pg-core'
import { storableText, stringifyStorable } from '#domain/copy/storable-text.ts'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })
/** Takes any text: see storable-text. */
export const text = customType<{ data: string }>({ dataType: () => 'text', toDriver: storableText })
/** Takes any JSON value, whatever its text. */
export const jsonb = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: stringifyStorable,
})
