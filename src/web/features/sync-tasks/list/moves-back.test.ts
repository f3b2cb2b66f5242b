import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RepositionAction } from '#contract/task.ts'
import { movesBack } from './moves-back.ts'

interface Walk {
  place: number
  last: number
  moves: readonly RepositionAction[]
}

const MADE: RepositionAction[] = ['front', 'back', 'up', 'down']
const aMove = fc
  .record({ last: fc.integer({ min: 1, max: 60 }), made: fc.constantFrom(...MADE) })
  .chain(({ last, made }) =>
    fc.record({ last: fc.constant(last), made: fc.constant(made), home: fc.integer({ min: 1, max: last }) }),
  )

test('the moves back end where the task stood', () => {
  fc.assert(
    fc.property(aMove, ({ last, made, home }) => {
      const moved = walk({ place: home, last, moves: [made] })
      fc.pre(moved !== home)
      const moves = movesBack({ current_position: home, total_tasks_of_type: last }, made)
      expect(walk({ place: moved, last, moves })).toBe(home)
      expect(moves.length).toBeLessThanOrEqual(Math.floor(last / 2) + 1)
    }),
  )
})

test('a task pushed to the top from the end goes back in one move', () => {
  expect(movesBack({ current_position: 400, total_tasks_of_type: 400 }, 'front')).toEqual(['back'])
})

function walk({ place, last, moves }: Walk): number {
  let now = place
  for (const move of moves) {
    if (move === 'front') now = 1
    else if (move === 'back') now = last
    else now = Math.min(last, Math.max(1, now + (move === 'up' ? -1 : 1)))
  }
  return now
}
