/*
 * Titles, names and cells come from spreadsheets, which can hold text that PostgreSQL cannot: null characters and
 * unpaired surrogates. The types of the columns make text and JSON storable. Values compared with stored values must be
 * made storable first.
 */

/** JSON escapes. `JSON.stringify` escapes only unpaired surrogates. */
const JSON_ESCAPE = /\\(?:(u0000)|(ud[0-9a-f]{3})|.)/g
const MAY_BE_UNSTORABLE = /\\u(?:0000|d)/

/** A text without null characters, and with a replacement character for each unpaired surrogate. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** JSON PostgreSQL accepts, with storable text in its values and keys. */
export function stringifyStorable(value: unknown): string {
  const json = JSON.stringify(value)
  if (!MAY_BE_UNSTORABLE.test(json)) return json
  return json.replaceAll(JSON_ESCAPE, (escaped, isNull, isSurrogate) =>
    isNull ? '' : isSurrogate ? '\ufffd' : escaped,
  )
}

/** A value as it is read back from JSON in the database. */
export function storableJson<T>(value: T): T {
  return JSON.parse(stringifyStorable(value))
}
