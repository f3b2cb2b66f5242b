import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'

/** Names for the columns of a data copy, each different: an empty header is `Column C`, a repeated one gets ` (2)`. */
export function columnNames(header: readonly Cell[], width: number): string[] {
  const taken = new Set<string>()
  return Array.from({ length: width }, (_, at) => {
    const name = String(header[at] ?? '').trim() || `Column ${columnLetters(at + 1)}`
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`
    taken.add(unique)
    return unique
  })
}
