import { customType, integer, timestamp } from 'drizzle-orm/pg-core'

export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()
export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })
