import { type Cell, isEmptyCell } from './cell.ts'

interface Keyed<Key> {
  row: number
  key: Key
}

/** Unicode's root order: `en-US` adds no rules to it, while `und` would use the server's locale. */
const { compare: compareTexts } = new Intl.Collator('en-US', { numeric: true, sensitivity: 'accent' })

/**
 * Row numbers of a column's cells in sorted order: numbers, then text in natural order and in any case, then booleans. Empty
 * cells are last in either order. Equal cells keep the order of the sheet.
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
    else texts.push({ row, key: String(cell) })
  }
  const sign = order === 'asc' ? 1 : -1
  const byNumber = (one: Keyed<number>, other: Keyed<number>) => sign * compareNumbers(one.key, other.key)
  const sorted = [numbers.sort(byNumber), rankTexts(texts).sort(byNumber), booleans.sort(byNumber), empty]
  return Uint32Array.from(sorted.flatMap((part) => part.map(({ row }) => row)))
}

/** Numbers texts by their order. Compares distinct texts only, because comparisons dominate the cost. */
function rankTexts(texts: readonly Keyed<string>[]): Keyed<number>[] {
  const sorted = [...new Set(texts.map(({ key }) => key))].sort(compareTexts)
  const ranks = new Map<string, number>()
  let rank = 0
  for (const [at, text] of sorted.entries()) {
    if (at > 0 && compareTexts(sorted[at - 1] ?? '', text) !== 0) rank += 1
    ranks.set(text, rank)
  }
  return texts.map(({ row, key }) => ({ row, key: ranks.get(key) ?? 0 }))
}

/** Compares without subtracting, because a difference of infinities is NaN. */
function compareNumbers(one: number, other: number): number {
  return one < other ? -1 : Number(one > other)
}
