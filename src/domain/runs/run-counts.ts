import { byCount, type RunCountName, runCounts } from '#contract/run-figures.ts'
import { type CamelCase, camelCase } from '#domain/camel-case.ts'
import { pluralize } from '#domain/pluralize.ts'

/** The counts a copy reports about its run. */
export type RunCounts = Readonly<Record<CamelCase<RunCountName>, number>>
type CountFields = Readonly<Record<RunCountName, number>>

export const countNames = runCounts.map(({ name }) => camelCase(name))

function countsFrom(value: (name: keyof RunCounts) => number): RunCounts
function countsFrom(value: (name: keyof RunCounts) => number): object {
  return Object.fromEntries(countNames.map((name) => [name, value(name)]))
}

export const NO_COUNTS = countsFrom(() => 0)

/** Picks the counts from an object with further fields. */
export const pickCounts = (from: RunCounts) => countsFrom((name) => from[name])

export const addCounts = (one: RunCounts, other: RunCounts) => countsFrom((name) => one[name] + other[name])

/** Converts counts to the fields of a reply. */
export const countFields = (counts: RunCounts): CountFields => byCount(({ name }) => counts[camelCase(name)])

interface ShownCount {
  label: string
  value: number
  /** '12 cells changed' */
  text: string
}

/** Lists counts in display order, without rare counts of 0. */
export function shownCounts(fields: CountFields): ShownCount[] {
  return runCounts.flatMap(({ name, label, noun, verb, isRare }) => {
    const value = fields[name]
    return isRare && value === 0 ? [] : [{ label, value, text: `${pluralize(value, noun)} ${verb}` }]
  })
}
