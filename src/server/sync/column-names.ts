import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'

/** Unique names for the columns of a data copy: an empty header becomes `Column C`, a repeated one gets ` (2)`. */
export function columnNames(header: readonly Cell[], width: number): string[] {
  const used = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const name = String(header[at] ?? '').trim() || `Column ${columnLetters(at + 1)}`
    let unique = name
    for (let count = 2; used.has(unique); count += 1) unique = `${name} (${count})`
    used.add(unique)
    return unique
  })
}
