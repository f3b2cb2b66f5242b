import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RepositionAction } from '#contract/task-routes.ts'
import { positionActions, positionAfter } from './position.ts'

test.each([
  { action: 'front', position: 3, to: 1 },
  { action: 'back', position: 3, to: 5 },
  { action: 'up', position: 3, to: 2 },
  { action: 'down', position: 3, to: 4 },
  { action: 'front', position: 1, to: undefined },
  { action: 'up', position: 1, to: undefined },
  { action: 'back', position: 5, to: undefined },
  { action: 'down', position: 5, to: undefined },
] as const)('of five tasks, the one at $position moved $action goes to $to', ({ action, position, to }) => {
  expect(positionAfter({ action, position, total: 5 })).toBe(to)
})

test('the only task of a type cannot move', () => {
  expect(positionActions({ position: 1, total: 1 })).toEqual({
    can_push_to_front: false,
    can_push_to_back: false,
    can_move_up: false,
    can_move_down: false,
    total_tasks_of_type: 1,
    current_position: 1,
  })
})

test('a move is offered exactly when it is possible, and stays within the type', () => {
  const place = fc
    .integer({ min: 1, max: 50 })
    .chain((total) => fc.record({ total: fc.constant(total), position: fc.integer({ min: 1, max: total }) }))
  fc.assert(
    fc.property(place, fc.constantFrom(...RepositionAction.options), ({ position, total }, action) => {
      const offered = positionActions({ position, total })
      const flag = {
        front: offered.can_push_to_front,
        back: offered.can_push_to_back,
        up: offered.can_move_up,
        down: offered.can_move_down,
      }[action]
      const to = positionAfter({ action, position, total })
      expect(to !== undefined).toBe(flag)
      if (to !== undefined) expect(to >= 1 && to <= total && to !== position).toBe(true)
    }),
  )
})
