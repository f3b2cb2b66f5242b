import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { RowStep } from '#domain/beside/row-steps.ts'
import { countOf } from '#domain/count-of.ts'

/** `Whole rows of the target follow the source: 1 row inserted, 2 rows deleted, 3 rows moved.` */
export function describeCarried({ steps }: Pick<RowMoves, 'steps'>): string {
  const count = (kinds: readonly RowStep['kind'][]) =>
    steps.reduce((sum, step) => (kinds.includes(step.kind) && 'count' in step ? sum + step.count : sum), 0)
  const done = [
    ['insert', 'inserted'],
    ['delete', 'deleted'],
    ['move', 'moved'],
  ] as const
  const parts = done.flatMap(([kind, verb]) => {
    const rows = count([kind])
    return rows === 0 ? [] : [`${countOf(rows, 'row')} ${verb}`]
  })
  const filled = count(['fill'])
  const formulas = filled === 0 ? [] : [`formulas filled into ${countOf(filled, 'cell')}`]
  return `Whole rows of the target follow the source: ${[...parts, ...formulas].join(', ')}.`
}
