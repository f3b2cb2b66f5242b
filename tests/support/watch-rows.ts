/** Wraps rows to count reads per turn of the event loop. */
export function watchRows<Cell>(rows: readonly Cell[][]): { rows: Cell[][]; longestSlice: () => number } {
  const inTurn = new Set<Cell[]>()
  let longestSlice = 0
  const read = (row: Cell[]) => {
    if (inTurn.size === 0) setImmediate(() => inTurn.clear())
    inTurn.add(row)
    longestSlice = Math.max(longestSlice, inTurn.size)
  }
  const watched = rows.map(
    (row) =>
      new Proxy(row, {
        get(target, key, receiver) {
          read(target)
          return Reflect.get(target, key, receiver)
        },
      }),
  )
  return { rows: watched, longestSlice: () => longestSlice }
}
