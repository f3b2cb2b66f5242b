/** The first and the last ID of a range. */
export type IdRange = [first: number, last: number]

/** Groups IDs into as few ranges as possible, in ascending order. */
export function groupIntoRanges(ids: Iterable<number>): IdRange[] {
  const ranges: IdRange[] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && id <= last[1] + 1) last[1] = id
    else ranges.push([id, id])
  }
  return ranges
}

/** Whether a range contains the ID. The ranges ascend and do not overlap. */
export function isInRanges(ranges: readonly Readonly<IdRange>[], id: number): boolean {
  let from = 0
  let to = ranges.length - 1
  while (from <= to) {
    const middle = (from + to) >> 1
    const [first, last] = ranges[middle] ?? [0, 0]
    if (id < first) to = middle - 1
    else if (id > last) from = middle + 1
    else return true
  }
  return false
}

/** Yields every ID of the ranges. */
export function* idsIn(ranges: readonly Readonly<IdRange>[]): Generator<number> {
  for (const [first, last] of ranges) {
    for (let id = first; id <= last; id++) yield id
  }
}
