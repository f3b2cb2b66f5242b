import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveCell } from './move-cell.ts'

const extent = { rows: 100, columns: 8, pageRows: 20 }
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false })

test.each([
  ['ArrowDown', false, { row: 51, column: 3 }],
  ['ArrowUp', false, { row: 49, column: 3 }],
  ['ArrowRight', false, { row: 50, column: 4 }],
  ['ArrowLeft', false, { row: 50, column: 2 }],
  ['PageDown', false, { row: 70, column: 3 }],
  ['PageUp', false, { row: 30, column: 3 }],
  ['Home', false, { row: 50, column: 0 }],
  ['End', false, { row: 50, column: 7 }],
  ['Home', true, { row: 0, column: 0 }],
  ['End', true, { row: 99, column: 7 }],
  ['ArrowDown', true, { row: 99, column: 3 }],
  ['ArrowLeft', true, { row: 50, column: 0 }],
])('%s with ctrl %s moves to %j', (name, ctrlKey, place) => {
  expect(moveCell({ from: { row: 50, column: 3 }, press: key(name, ctrlKey), extent })).toEqual(place)
})

test('ignores other keys', () => {
  expect(moveCell({ from: { row: 0, column: 0 }, press: key('Tab'), extent })).toBeNull()
})

test('no key moves outside the grid, even an empty one', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'PageDown', 'PageUp', 'Home', 'End']
  fc.assert(
    fc.property(
      fc.record({ rows: fc.nat(50), columns: fc.nat(8), pageRows: fc.integer({ min: 1, max: 30 }) }),
      fc.array(fc.record({ key: fc.constantFrom(...keys), ctrlKey: fc.boolean() })),
      (size, presses) => {
        let from = { row: 0, column: 0 }
        for (const press of presses)
          from = moveCell({ from, press: { ...press, metaKey: false }, extent: size }) ?? from
        expect(from.row).toBeGreaterThanOrEqual(0)
        expect(from.row).toBeLessThan(Math.max(1, size.rows))
        expect(from.column).toBeGreaterThanOrEqual(0)
        expect(from.column).toBeLessThan(Math.max(1, size.columns))
      },
    ),
  )
})
