import { CHECK_SOURCE } from '#domain/explanation.ts'
import { findDifference } from '#domain/recognize/name-difference.ts'
import type { HeaderChange } from './compare-headers.ts'
import { areSame } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import { MAX_NAMES, quoteNames } from './guard-words.ts'

export const columnsChanged: Guard<HeaderChange> = {
  explain: (change) => ({
    subject: null,
    reason: `The columns of the source changed${change.before.length === change.after.length ? '' : ` from ${change.before.length} to ${change.after.length}`}: ${describeHeader(change)}.`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => areSame(found.before, seen.before) && areSame(found.after, seen.after),
  allowedBy: 'on_column_change',
  withoutCells: 'has_none',
  judge: ({ headerChange }) => (headerChange ? [headerChange] : []),
}

function describeHeader({ missing, moved, added }: HeaderChange): string {
  const parts = [
    ['missing', missing],
    ['moved', moved],
    ['new', added],
  ] as const
  const changes = parts.flatMap(([word, names]) => (names.length === 0 ? [] : `${word} ${quoteNames(names)}`))
  const [gone, fresh] = [missing.slice(0, MAX_NAMES), added.slice(0, MAX_NAMES)]
  const differences = gone.flatMap((before) => fresh.flatMap((after) => describeDifference(before, after) ?? []))
  return [...changes, ...differences].join('; ')
}

/** `the new name has a line break where "Unit price" has a blank`; undefined if the difference is visible. */
function describeDifference(before: string, after: string): string | undefined {
  const found = findDifference(before, after)
  return found && `the new name has ${found.other} where "${before}" has ${found.one}`
}
