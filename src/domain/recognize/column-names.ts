import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { isBlank } from './normalize-text.ts'

/**
 * JavaScript reads this key of an object as its prototype, so a column of this name would get lost on its way to the
 * screen.
 */
const PROTOTYPE_KEY = '__proto__'
/** Maximum length of a name: it is part of the address of a sorted page, and a cell can hold 50,000 characters. */
const MAX_NAME_LENGTH = 300

/**
 * Unique names for the columns of a data copy: an empty header becomes `Column C`, a repeated header gets ` (2)`, and so
 * does `__proto__`.
 */
export function columnNames(header: readonly Cell[], width: number): string[] {
  const used = new Set([PROTOTYPE_KEY])
  const nextCounts = new Map<string, number>()
  return Array.from({ length: width }, (_, at) => {
    const cell = header[at]
    const name = isBlank(cell) ? `Column ${columnLetters(at + 1)}` : shortened(String(cell).trim())
    let unique = name
    let count = nextCounts.get(name) ?? 2
    for (; used.has(unique); count += 1) unique = `${name} (${count})`
    nextCounts.set(name, count)
    used.add(unique)
    return unique
  })
}

function shortened(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1).toWellFormed()}…`
}
