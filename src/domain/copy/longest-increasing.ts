interface Pair {
  from: number
  to: number
}

/** Longest series of pairs, given in any order, in which both numbers grow. */
export function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const sorted = pairs.toSorted((one, other) => one.to - other.to)
  /** By length less one: the index of the pair that ends a series of that length with the least `from`. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [at, { from }] of sorted.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[ends[middle] ?? 0]?.from ?? 0) < from) low = middle + 1
      else high = middle
    }
    previous[at] = low > 0 ? (ends[low - 1] ?? -1) : -1
    ends[low] = at
  }
  const series: Pair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = sorted[at]
    if (pair) series.push(pair)
  }
  return series.reverse()
}
