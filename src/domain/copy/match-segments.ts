import { longestIncreasing } from './longest-increasing.ts'

/** Rows or columns with a hash of what each holds, 0 for nothing. Positions grow; lines that are left out have none. */
export interface Lines {
  positions: number[]
  hashes: number[]
}

/** Neighboring lines of one side that the other side has in the same order. `from` and `to` are their first positions. */
export interface Segment {
  from: number
  to: number
  length: number
}

/**
 * Finds the segments that stay together, in order, as a patience diff does: lines that both sides have exactly once are
 * anchors, the longest series of anchors in the same order on both sides is kept, and each segment grows from them.
 */
export function matchSegments(from: Lines, to: Lines): Segment[] {
  const anchors = longestIncreasing(uniqueInBoth(from.hashes, to.hashes))
  const isSame = (at: number, other: number) => at < from.hashes.length && from.hashes[at] === to.hashes[other]
  const segments: Segment[] = []
  let [nextFrom, nextTo] = [0, 0]
  for (const anchor of anchors) {
    if (anchor.from < nextFrom || anchor.to < nextTo) continue
    let [first, other] = [anchor.from, anchor.to]
    const growsUp = () => isSame(first - 1, other - 1) && follows(from, first) && follows(to, other)
    while (first > nextFrom && other > nextTo && growsUp()) [first, other] = [first - 1, other - 1]
    nextFrom = anchor.from + 1
    nextTo = anchor.to + 1
    while (isSame(nextFrom, nextTo) && follows(from, nextFrom) && follows(to, nextTo)) {
      nextFrom += 1
      nextTo += 1
    }
    segments.push({ from: from.positions[first] ?? 0, to: to.positions[other] ?? 0, length: nextFrom - first })
  }
  return segments
}

/** Whether no line is left out before this one. */
function follows({ positions }: Lines, at: number): boolean {
  return positions[at] === (positions[at - 1] ?? Number.NaN) + 1
}

/** Indexes of the lines that both sides have exactly once, by `to`. */
function uniqueInBoth(from: readonly number[], to: readonly number[]): { from: number; to: number }[] {
  const REPEATED = -1
  const byHash = new Map<number, number>()
  for (const [at, hash] of from.entries()) {
    if (hash !== 0) byHash.set(hash, byHash.has(hash) ? REPEATED : at)
  }
  const latest = new Map<number, number>()
  for (const [at, hash] of to.entries()) {
    const found = byHash.get(hash) ?? REPEATED
    if (found !== REPEATED) latest.set(found, latest.has(found) ? REPEATED : at)
  }
  return Array.from(latest, ([found, at]) => ({ from: found, to: at })).filter((pair) => pair.to !== REPEATED)
}
