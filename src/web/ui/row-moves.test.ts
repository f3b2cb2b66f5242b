import { expect, test } from 'vitest'
import { moveByDistance, moveToPlace, type RowBox, roomMade } from './row-moves.ts'

/** A low row, a high row and two low rows, 10 px apart. */
const BOXES: RowBox[] = [
  { top: 0, height: 40 },
  { top: 50, height: 200 },
  { top: 260, height: 40 },
  { top: 310, height: 40 },
]

test.each([
  { from: 0, distance: 0, to: 0, y: 0 },
  { from: 0, distance: 110, to: 0, y: 110 },
  { from: 0, distance: 111, to: 1, y: 111 },
  { from: 0, distance: 900, to: 3, y: 310 },
  { from: 1, distance: 40, to: 2, y: 40 },
  { from: 1, distance: 900, to: 3, y: 100 },
  { from: 1, distance: -900, to: 0, y: -50 },
  { from: 3, distance: -30, to: 3, y: -30 },
  { from: 3, distance: -31, to: 2, y: -31 },
  { from: 3, distance: -900, to: 0, y: -310 },
])('row $from, drawn by $distance px, is shown $y px away and belongs at $to', ({ from, distance, to, y }) => {
  expect(moveByDistance(BOXES, { from, distance })).toMatchObject({ to, y })
})

test.each([
  { from: 0, to: 2, tops: [260, 0, 210, 310] },
  { from: 1, to: 3, tops: [0, 150, 50, 100] },
  { from: 1, to: 0, tops: [210, 0, 260, 310] },
  { from: 3, to: 0, tops: [50, 100, 310, 0] },
  { from: 2, to: 2, tops: [0, 50, 260, 310] },
])('once row $from is at place $to, the rows between have closed the gap', ({ from, to, tops }) => {
  const place = moveToPlace(BOXES, { from, to })
  const shown = BOXES.map(({ top }, index) => top + (index === from ? place.y : roomMade(index, { from, ...place })))
  expect(shown).toEqual(tops)
})
