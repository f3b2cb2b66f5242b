import { type Cell, isEmptyCell } from './cell.ts'

interface Keyed<Key> {
  row: number
  key: Key
}

/**
 * The row numbers of a column's cells in sorted order: numbers come first, then text without regard to case, then booleans.
 * Empty cells are last in either order, and equal cells keep the order of the sheet.
 */
export function sortRows(cells: readonly Cell[], order: 'asc' | 'desc'): Uint32Array<ArrayBuffer> {
  const numbers: Keyed<number>[] = []
  const texts: Keyed<string>[] = []
  const booleans: Keyed<number>[] = []
  const empty: Keyed<undefined>[] = []
  for (const [row, cell] of cells.entries()) {
    if (isEmptyCell(cell)) empty.push({ row, key: undefined })
    else if (typeof cell === 'number') numbers.push({ row, key: cell })
    else if (typeof cell === 'boolean') booleans.push({ row, key: Number(cell) })
    else texts.push({ row, key: String(cell).toLowerCase() })
  }
  const sign = order === 'asc' ? 1 : -1
  numbers.sort((one, other) => sign * compareNumbers(one.key, other.key))
  texts.sort((one, other) => sign * compareCodePoints(one.key, other.key))
  booleans.sort((one, other) => sign * compareNumbers(one.key, other.key))
  return Uint32Array.from([numbers, texts, booleans, empty].flatMap((part) => part.map(({ row }) => row)))
}

/** Unlike a difference, right for two infinite numbers too. */
function compareNumbers(one: number, other: number): number {
  return one < other ? -1 : Number(one > other)
}

const FIRST_SURROGATE = 0xd800
const LAST_SURROGATE = 0xdfff

/** `<` compares UTF-16 units, where characters beyond 0xFFFF, as pairs of surrogates, come before some that are below. */
function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) {
    const [unit, otherUnit] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (unit === otherUnit) continue
    if (isSurrogate(unit) === isSurrogate(otherUnit)) return unit - otherUnit
    return isSurrogate(unit) ? 1 : -1
  }
  return one.length - other.length
}

function isSurrogate(unit: number): boolean {
  return unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE
}
