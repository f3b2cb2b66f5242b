import { CHECK_SOURCE } from '#domain/explanation.ts'
import { haveSameValues, isJudged } from './column-moved.ts'
import { measureDifference } from './compare-values.ts'
import { areSame } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import { quoteNames } from './guard-words.ts'
import type { JudgedRows } from './judged-columns.ts'

export interface ExchangedFacts {
  readonly columns: readonly string[]
}

export const columnsExchanged: Guard<ExchangedFacts> = {
  explain: ({ columns }) => ({
    subject: null,
    reason: `The values of the columns ${quoteNames(columns)} changed places below their headers.`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => areSame(found.columns, seen.columns),
  allowedBy: 'on_column_change',
  withoutCells: 'has_none',
  judge: ({ headerChange, beside }) => (headerChange || !beside ? [] : judgeExchanged(beside)),
}

/** Holds for pairs of columns with each other's values. */
export function judgeExchanged({ columns }: JudgedRows): ExchangedFacts[] {
  const replaced = columns.filter(({ before, after }) => isJudged(before) && measureDifference(before, after) > 0.5)
  return replaced.flatMap((one, at) => {
    const other = replaced
      .slice(at + 1)
      .find((each) => haveSameValues(one.before, each.after) && haveSameValues(each.before, one.after))
    return other ? [{ columns: [one.name, other.name] }] : []
  })
}
