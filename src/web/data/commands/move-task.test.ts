import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RepositionAction } from '#contract/task-routes.ts'
import { movesBack } from './move-task.ts'

interface Moves {
  start: number
  last: number
  moves: readonly RepositionAction[]
}

const ACTIONS: RepositionAction[] = ['front', 'back', 'up', 'down']
const anyMove = fc
  .record({ last: fc.integer({ min: 1, max: 60 }), action: fc.constantFrom(...ACTIONS) })
  .chain(({ last, action }) =>
    fc.record({ last: fc.constant(last), action: fc.constant(action), start: fc.integer({ min: 1, max: last }) }),
  )

test('movesBack returns the task to its original position', () => {
  fc.assert(
    fc.property(anyMove, ({ last, action, start }) => {
      const moved = positionAfter({ start, last, moves: [action] })
      fc.pre(moved !== start)
      const moves = movesBack({ current_position: start, total_tasks_of_type: last }, action)
      expect(positionAfter({ start: moved, last, moves })).toBe(start)
      expect(moves.length).toBeLessThanOrEqual(Math.floor(last / 2) + 1)
    }),
  )
})

test('movesBack needs the position to undo a push to the top', () => {
  expect(movesBack({ current_position: 0, total_tasks_of_type: 0 }, 'front')).toEqual([])
})

test('movesBack takes one move for the last task pushed to the top', () => {
  expect(movesBack({ current_position: 400, total_tasks_of_type: 400 }, 'front')).toEqual(['back'])
})

function positionAfter({ start, last, moves }: Moves): number {
  let position = start
  for (const move of moves) {
    if (move === 'front') position = 1
    else if (move === 'back') position = last
    else position = Math.min(last, Math.max(1, position + (move === 'up' ? -1 : 1)))
  }
  return position
}
