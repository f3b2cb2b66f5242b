import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'

/** JavaScript reads this key of an object as its prototype, so a column of that name would get lost on its way to the screen. */
const PROTOTYPE_KEY = '__proto__'

/** Unique names for the columns of a data copy: an empty header becomes `Column C`, a repeated one gets ` (2)`, and so does `__proto__`. */
export function columnNames(header: readonly Cell[], width: number): string[] {
  const used = new Set([PROTOTYPE_KEY])
  return Array.from({ length: width }, (_, at) => {
    const name = String(header[at] ?? '').trim() || `Column ${columnLetters(at + 1)}`
    let unique = name
    for (let count = 2; used.has(unique); count += 1) unique = `${name} (${count})`
    used.add(unique)
    return unique
  })
}
