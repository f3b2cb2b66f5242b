/** A row of a target: its number in the source, and a hash of its cells without the split column. */
export type RowMark = readonly [row: number, hash: number]

/** A row whose target has changed since the last run. */
export interface MovedRow {
  /** Present row number in the source. */
  readonly row: number
  readonly from: string
  readonly to: string
}

type MarksByTarget = ReadonlyMap<string, readonly RowMark[]>

/**
 * Finds rows that moved between targets: unedited rows by their cells, edited rows by their numbers. Rows with the same cells
 * are interchangeable.
 */
export function findMovedRows(last: MarksByTarget, now: MarksByTarget): MovedRow[] {
  const left = new Map([...last].map(([key, marks]) => [key, without(marks, now.get(key) ?? [])]))
  const come = new Map([...now].map(([key, marks]) => [key, without(marks, last.get(key) ?? [])]))
  const byHash = new Map<number, string[]>()
  const byRow = new Map<number, { from: string; hash: number }>()
  for (const [from, marks] of left) {
    for (const [row, hash] of marks) {
      byHash.set(hash, [...(byHash.get(hash) ?? []), from])
      byRow.set(row, { from, hash })
    }
  }
  const moved: MovedRow[] = []
  const unknown: { row: number; to: string }[] = []
  for (const [to, marks] of come) {
    for (const [row, hash] of marks) {
      const from = byHash.get(hash)?.pop()
      if (from === undefined) unknown.push({ row, to })
      else moved.push({ row, from, to })
    }
  }
  for (const { row, to } of unknown) {
    const before = byRow.get(row)
    if (!before || before.from === to || !byHash.get(before.hash)?.includes(before.from)) continue
    moved.push({ row, from: before.from, to })
  }
  return moved
}

interface MarksAround {
  /** Marks in the former target of the rows. */
  last: readonly RowMark[]
  now: MarksByTarget
}

/** The marks of moved rows in their former target. */
export function findMoveMarks(moved: readonly MovedRow[], { last, now }: MarksAround): RowMark[] {
  const remaining = new Set(last)
  return moved.flatMap(({ row, to }) => {
    const [, hash] = (now.get(to) ?? []).find(([number]) => number === row) ?? []
    const all = [...remaining]
    const found = all.find((mark) => mark[1] === hash) ?? all.find(([number]) => number === row)
    if (found) remaining.delete(found)
    return found ? [found] : []
  })
}

/** Removes one mark for each mark with the same cells in the second list. */
function without(marks: readonly RowMark[], others: readonly RowMark[]): RowMark[] {
  const counts = new Map<number, number>()
  for (const [, hash] of others) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return marks.filter(([, hash]) => {
    const count = counts.get(hash) ?? 0
    if (count > 0) counts.set(hash, count - 1)
    return count === 0
  })
}
