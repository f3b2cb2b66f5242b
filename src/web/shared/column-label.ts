import { columnLetters } from '#domain/copy/a1.ts'

/** Formats a column as `B · Amount`, or as `B` if it has no name of its own. Columns count from 1. */
export function columnLabel(column: number, name: string | undefined): string {
  const letters = columnLetters(column)
  return name && name !== `Column ${letters}` ? `${letters} · ${name}` : letters
}
