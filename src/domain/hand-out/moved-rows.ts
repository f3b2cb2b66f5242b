import { type HeldRows, type RowMark, subtractMarks } from './held-rows.ts'

/** A row whose target has changed since the last run. */
export interface MovedRow {
  /** Present row number in the source. */
  readonly row: number
  readonly from: string
  readonly to: string
}

type RowsByTarget = ReadonlyMap<string, HeldRows>

/**
 * Finds rows that moved between targets: unedited rows by their cells, edited rows by their numbers. Rows with the same cells
 * are interchangeable. If no target certainly has a row, the row moves from each target that may have it.
 */
export function findMovedRows(last: RowsByTarget, now: RowsByTarget): MovedRow[] {
  const leaving = findLeavingRows(last, now)
  const moved: MovedRow[] = []
  const unknown: { row: number; to: string }[] = []
  for (const [to, { possible }] of now) {
    for (const [row, hash] of subtractMarks(possible, last.get(to)?.certain ?? [])) {
      const from = leaving.take(hash, to)
      if (from.length === 0) unknown.push({ row, to })
      else moved.push(...from.map((key) => ({ row, from: key, to })))
    }
  }
  for (const { row, to } of unknown) {
    const from = leaving.findByRow(row)
    if (from !== undefined && from !== to) moved.push({ row, from, to })
  }
  return moved
}

/** Finds the rows that targets lose. */
function findLeavingRows(last: RowsByTarget, now: RowsByTarget) {
  const certain = new Map<number, string[]>()
  const doubtful = new Map<number, Set<string>>()
  const byRow = new Map<number, { from: string; hash: number }>()
  const found = [...last].map(([from, held]) => {
    const after = now.get(from)?.certain ?? []
    const sure = subtractMarks(held.certain, after)
    return { from, sure, unsure: subtractMarks(subtractMarks(held.possible, after), sure) }
  })
  for (const { from, unsure } of found) {
    for (const [row, hash] of unsure) {
      doubtful.set(hash, (doubtful.get(hash) ?? new Set()).add(from))
      byRow.set(row, { from, hash })
    }
  }
  for (const { from, sure } of found) {
    for (const [row, hash] of sure) {
      const holders = certain.get(hash)
      if (holders) holders.push(from)
      else certain.set(hash, [from])
      byRow.set(row, { from, hash })
    }
  }
  const taken = new Set<number>()
  return {
    /** Takes a row with these cells from a target that has it, or else from all targets that may have it. */
    take(hash: number, to: string): string[] {
      const holders = certain.get(hash) ?? []
      const at = holders.findLastIndex((key) => key !== to)
      if (at >= 0) return holders.splice(at, 1)
      const keys = [...(doubtful.get(hash) ?? [])].filter((key) => key !== to)
      if (keys.length > 0) taken.add(hash)
      return keys
    },
    /** Finds the former target of a row number whose row was not taken. */
    findByRow(row: number): string | undefined {
      const { from, hash } = byRow.get(row) ?? {}
      if (from === undefined || hash === undefined) return undefined
      const isDoubtful = !taken.has(hash) && doubtful.get(hash)?.has(from)
      return isDoubtful || certain.get(hash)?.includes(from) ? from : undefined
    },
  }
}

interface MarksAround {
  /** Marks in the former target of the rows. */
  last: readonly RowMark[]
  now: RowsByTarget
}

/** The marks of moved rows in their former target. */
export function findMoveMarks(moved: readonly MovedRow[], { last, now }: MarksAround): RowMark[] {
  const remaining = new Set(last)
  return moved.flatMap(({ row, to }) => {
    const [, hash] = (now.get(to)?.possible ?? []).find(([number]) => number === row) ?? []
    const all = [...remaining]
    const found = all.find((mark) => mark[1] === hash) ?? all.find(([number]) => number === row)
    if (found) remaining.delete(found)
    return found ? [found] : []
  })
}
