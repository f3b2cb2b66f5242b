import { cellAddress } from '#domain/copy/a1.ts'
import { CHECK_SOURCE } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { areSame, isNoMore, withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import type { CellFact } from './guard-facts.ts'
import { describeFirst } from './guard-words.ts'

/** A cell of a repeated row, with the number of the row it repeats. */
type RepeatedCell = CellFact & { readonly repeats?: number }

export interface RepeatedFacts {
  readonly columns: readonly string[]
  readonly count: number
  readonly cells: readonly RepeatedCell[]
}

export const expectedUnique: Guard<RepeatedFacts> = {
  explain: ({ columns, count, cells }) => ({
    subject: null,
    reason: `${columns.map((column) => `"${column}"`).join(' and ')} should be unique, but ${pluralize(count, 'row')} ${count === 1 ? 'repeats another one' : 'repeat others'}${describeFirst(count, cells)}${describeRepeated(cells)}.`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => areSame(found.columns, seen.columns) && isNoMore(found, seen),
  allowedBy: 'no_rule',
  withoutCells: withoutExamples,
  judge: 'found_elsewhere',
}

/** ` (the same as B2)` */
function describeRepeated([cell]: readonly RepeatedCell[]): string {
  return cell?.repeats === undefined ? '' : ` (the same as ${cellAddress({ ...cell, row: cell.repeats })})`
}
