import { columnLetters } from '#domain/copy/a1.ts'

/** `B · Amount`, or `B` for a column without a name of its own. Columns count from 1. */
export function columnLabel(column: number, name: string | undefined): string {
  const letters = columnLetters(column)
  return name && name !== `Column ${letters}` ? `${letters} · ${name}` : letters
}
