/** A rectangle of cells, zero-based, with exclusive ends. A missing end means the grid's edge. */
export interface CellBox {
  startRow: number
  startColumn: number
  endRow?: number
  endColumn?: number
}

export type BoundedBox = Required<CellBox>

/** Whether the boxes have a cell in common. */
export function overlaps(one: CellBox, other: CellBox): boolean {
  const { endRow = Number.POSITIVE_INFINITY, endColumn = Number.POSITIVE_INFINITY } = one
  const { endRow: otherEndRow = Number.POSITIVE_INFINITY, endColumn: otherEndColumn = Number.POSITIVE_INFINITY } = other
  const sharesRow = one.startRow < otherEndRow && other.startRow < endRow
  return sharesRow && one.startColumn < otherEndColumn && other.startColumn < endColumn
}

/** Whether `outer` has every cell of `inner`. */
export function contains(outer: CellBox, inner: BoundedBox): boolean {
  const { endRow = Number.POSITIVE_INFINITY, endColumn = Number.POSITIVE_INFINITY } = outer
  const hasRows = outer.startRow <= inner.startRow && inner.endRow <= endRow
  return hasRows && outer.startColumn <= inner.startColumn && inner.endColumn <= endColumn
}

export function cellCount({ startRow, endRow, startColumn, endColumn }: BoundedBox): number {
  return (endRow - startRow) * (endColumn - startColumn)
}

/** An insertion of rows or columns before `at` (`count` above 0), or a deletion of `-count` rows or columns from `at` on. */
export interface Shift {
  isRows: boolean
  at: number
  count: number
}

/** Shifts a box after rows or columns were inserted or deleted; `undefined` when none of its cells are left. */
export function shiftBox<T extends CellBox>(box: T, { isRows, at, count }: Shift): T | undefined {
  const start = isRows ? box.startRow : box.startColumn
  const end = isRows ? box.endRow : box.endColumn
  const newStart = count > 0 ? start + (start >= at ? count : 0) : afterDeletion(start, { at, count })
  const newEnd =
    end === undefined ? undefined : count > 0 ? end + (end > at ? count : 0) : afterDeletion(end, { at, count })
  if (newEnd !== undefined && newEnd <= newStart) return undefined
  const names = isRows ? (['startRow', 'endRow'] as const) : (['startColumn', 'endColumn'] as const)
  return { ...box, [names[0]]: newStart, ...(newEnd !== undefined && { [names[1]]: newEnd }) }
}

function afterDeletion(index: number, { at, count }: Pick<Shift, 'at' | 'count'>): number {
  return index <= at ? index : Math.max(at, index + count)
}

/** Rows or columns from `start` up to but excluding `end`, to move before `to`. `to` is outside the span. */
export interface DimensionMove {
  isRows: boolean
  start: number
  end: number
  to: number
}

/** Finds the index of a row or column after a move. */
export function moveIndex(index: number, { start, end, to }: DimensionMove): number {
  const count = end - start
  if (index >= start && index < end) return to > start ? index + to - end : index - start + to
  if (index >= end && index < to) return index - count
  return index >= to && index < start ? index + count : index
}

/** The box after a move: a box inside the moved range goes with it, others make room at its new place and close the gap. */
export function moveBox<T extends CellBox>(box: T, move: DimensionMove): T | undefined {
  const { isRows, start, end, to } = move
  const [first, last] = isRows ? [box.startRow, box.endRow] : [box.startColumn, box.endColumn]
  if (first >= start && last !== undefined && last <= end) {
    const by = moveIndex(first, move) - first
    return isRows
      ? { ...box, startRow: first + by, endRow: last + by }
      : { ...box, startColumn: first + by, endColumn: last + by }
  }
  const count = end - start
  const room = shiftBox(box, { isRows, at: to, count })
  return room && shiftBox(room, { isRows, at: to <= start ? end : start, count: -count })
}
