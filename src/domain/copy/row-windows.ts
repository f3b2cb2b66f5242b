/** Rows with similar numbers of cells; both ends are inclusive. */
interface RowSpan {
  firstRow: number
  lastRow: number
  cells: number
}

/**
 * Divides the rows of all spans into windows of about `maxCells`, as if the cells of each span were evenly spread. Rows outside
 * all spans are left out.
 */
export function rowWindows(
  spans: readonly RowSpan[],
  { maxCells }: { maxCells: number },
): { firstRow: number; lastRow: number }[] {
  const changes = spans.flatMap(({ firstRow, lastRow, cells }) => {
    const density = cells / (lastRow - firstRow + 1)
    return [
      { row: firstRow, density, spans: 1 },
      { row: lastRow + 1, density: -density, spans: -1 },
    ]
  })
  changes.sort((one, other) => one.row - other.row)
  const windows: { firstRow: number; lastRow: number; cells: number }[] = []
  let [density, active] = [0, 0]
  for (const [index, change] of changes.entries()) {
    density += change.density
    active += change.spans
    const next = changes[index + 1]?.row ?? change.row
    if (active === 0 || next <= change.row) continue
    addRows(windows, { firstRow: change.row, lastRow: next - 1, density, maxCells })
  }
  return windows.map(({ firstRow, lastRow }) => ({ firstRow, lastRow }))
}

function addRows(
  windows: { firstRow: number; lastRow: number; cells: number }[],
  { firstRow, lastRow, density, maxCells }: { firstRow: number; lastRow: number; density: number; maxCells: number },
): void {
  for (let row = firstRow; row <= lastRow; ) {
    const latest = windows.at(-1)
    const isAdjacent = latest?.lastRow === row - 1
    const room = isAdjacent ? maxCells - latest.cells : 0
    const window = isAdjacent && room >= density ? latest : { firstRow: row, lastRow: row - 1, cells: 0 }
    if (window !== latest) windows.push(window)
    const fitting = Math.max(1, Math.floor((maxCells - window.cells) / Math.max(density, 1e-9)))
    const end = Math.min(lastRow, row + fitting - 1)
    window.cells += density * (end - row + 1)
    window.lastRow = end
    row = end + 1
  }
}
