export type RowId = string | number

/** Position of a row in its list, without the transforms of a move. */
export interface RowBox {
  readonly top: number
  readonly height: number
}

/** Position of a moved row, and the place it takes when dropped. */
export interface RowPlace {
  /** Index the row takes when it is dropped. */
  readonly to: number
  /** Distance from the row's own place. */
  readonly y: number
  /** Distance by which rows between the old and the new place move to make room. */
  readonly room: number
}

/** Moves a row by a distance, at most to an end of the list. The row passes another row once it covers half of that row. */
export function moveByDistance(
  boxes: readonly RowBox[],
  { from, distance }: { from: number; distance: number },
): RowPlace {
  const own = boxAt(boxes, from)
  const first = boxAt(boxes, 0).top - own.top
  const last = bottom(boxAt(boxes, boxes.length - 1)) - bottom(own)
  const y = Math.min(Math.max(distance, first), last)
  const isPassed = (box: RowBox, index: number) =>
    index < from ? own.top + y < middle(box) : index > from && bottom(own) + y > middle(box)
  const passed = boxes.filter(isPassed).length
  return { ...moveToPlace(boxes, { from, to: y < 0 ? from - passed : from + passed }), y }
}

/** Moves a row to the place of another row. */
export function moveToPlace(boxes: readonly RowBox[], { from, to }: { from: number; to: number }): RowPlace {
  const [own, target] = [boxAt(boxes, from), boxAt(boxes, to)]
  if (to < from) return { to, y: target.top - own.top, room: bottom(own) - bottom(boxAt(boxes, from - 1)) }
  if (to > from) return { to, y: bottom(target) - bottom(own), room: own.top - boxAt(boxes, from + 1).top }
  return { to, y: 0, room: 0 }
}

/** Distance by which another row moves to make room for the moved row. */
export function roomMade(index: number, { from, to, room }: { from: number; to: number; room: number }): number {
  const isBetween = index !== from && index >= Math.min(from, to) && index <= Math.max(from, to)
  return isBetween ? room : 0
}

function boxAt(boxes: readonly RowBox[], index: number): RowBox {
  return boxes[index] ?? { top: 0, height: 0 }
}

function bottom({ top, height }: RowBox): number {
  return top + height
}

function middle({ top, height }: RowBox): number {
  return top + height / 2
}
