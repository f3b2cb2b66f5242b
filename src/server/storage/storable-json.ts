import { storableText } from './storable-text.ts'

/** Titles, names and cells come from spreadsheets, which can hold text that the database cannot. */
export function storableJson<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part)),
  )
}
