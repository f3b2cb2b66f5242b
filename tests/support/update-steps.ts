import fc from 'fast-check'
import type { Cell } from '#domain/copy/cell.ts'

const word = fc.constantFrom<Cell>('open', 'closed', '', 1, 20, true, "it's", '0042')
const order = fc.constantFrom<Cell>(1, 2, 3, 4, 5, '5', 'x')
const move = fc.constantFrom('reverse' as const, 'rotate' as const, 'insert' as const)
const anyBreak = fc.record({ rowsApplied: fc.nat(3), rest: fc.constantFrom('lost' as const, 'late' as const) })
export const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('source' as const), order, column: fc.constantFrom(0, 2), cell: word }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), order }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat(), column: fc.constantFrom(0, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('own' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), move }) },
  {
    weight: 5,
    arbitrary: fc.oneof(
      fc.record({
        kind: fc.constant('run' as const),
        breaks: fc.array(anyBreak, { maxLength: 3 }),
        moves: fc.constant<Move[]>([]),
      }),
      fc.record({
        kind: fc.constant('run' as const),
        breaks: fc.constant<Break[]>([]),
        moves: fc.array(move, { maxLength: 6 }),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('undo' as const),
      which: fc.nat(),
      moves: fc.array(move, { maxLength: 2 }),
    }),
  },
)
export type Break = typeof anyBreak extends fc.Arbitrary<infer B> ? B : never
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never
export type Move = typeof move extends fc.Arbitrary<infer M> ? M : never
