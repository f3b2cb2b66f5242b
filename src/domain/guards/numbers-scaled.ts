import { CHECK_SOURCE } from '#domain/explanation.ts'
import { type ColumnProfile, countCells } from './column-profile.ts'
import type { Guard } from './guard.ts'
import type { ColumnFacts } from './guard-facts.ts'
import { describeExample } from './guard-words.ts'
import { findExamples, type JudgedColumn } from './judged-columns.ts'
import type { Limits } from './limits.ts'
import { usualOfColumn } from './measures.ts'

export interface ScaledFacts extends ColumnFacts {
  readonly mean: number
  readonly lastMean: number
  /** Whether only the ratio of both means is known. */
  readonly areRelative?: boolean
}

const MAX_SCALE = 8
const MIN_NUMBERS = 10

export const numbersScaled: Guard<ScaledFacts> = {
  explain: ({ column, mean, lastMean, areRelative, cells }) => ({
    subject: null,
    reason: `The numbers of the column "${column}" are ${describeScale(mean, lastMean)}${areRelative ? '' : `: ${formatMean(lastMean)} on average before, ${formatMean(mean)} now`}${describeExample(cells)}.`,
    ...CHECK_SOURCE,
  }),
  covers: (found, seen) => found.column === seen.column && isNoFarther(found, seen),
  allowedBy: 'no_rule',
  // The mean of a single number is its value.
  withoutCells: ({ mean, lastMean }) => ({ cells: [], mean: mean / lastMean, lastMean: 1, areRelative: true }),
  judge: ({ steady, limits }) => judgeScale(steady?.filled ?? [], limits),
}

/** Holds for columns with numbers many times larger or smaller: a dropped decimal point, or another currency. */
export function judgeScale(columns: readonly JudgedColumn[], { measures, lossPercent }: Limits): ScaledFacts[] {
  if (lossPercent >= 100) return []
  return columns.flatMap((column) => {
    const { name, before, after } = column
    const scale = measureScale(before, after)
    const usualScale = usualOfColumn(measures, { column: name, of: (one) => one.scale }) ?? 0
    if (scale <= Math.max(MAX_SCALE, usualScale)) return []
    const facts = { count: after.kinds.number, mean: computeMean(after), lastMean: computeMean(before) }
    return [{ column: name, ...facts, cells: findExamples(column, { from: ['number'], to: ['number'] }) }]
  })
}

/** How many times larger or smaller the mean is; 0 if unknown. */
export function measureScale(before: ColumnProfile, after: ColumnProfile): number {
  const isKnown = [before, after].every(
    (each) => each.kinds.number >= MIN_NUMBERS && each.kinds.number >= 0.7 * countCells(each) && !each.isSequence,
  )
  const ratio = computeMean(after) / computeMean(before)
  const isSpread = after.distinct * 4 > before.distinct
  return isKnown && isSpread && ratio > 0 && Number.isFinite(ratio) ? Math.max(ratio, 1 / ratio) : 0
}

function computeMean({ total, kinds }: ColumnProfile): number {
  return total / kinds.number
}

type Means = Pick<ScaledFacts, 'mean' | 'lastMean'>

/** Whether the mean is no farther from the last mean than the mean the person saw. */
function isNoFarther(found: Means, seen: Means): boolean {
  const [now, then] = [found.mean / found.lastMean, seen.mean / seen.lastMean]
  return then > 1 ? now >= 1 && now <= then * 1.1 : now <= 1 && now >= then / 1.1
}

function describeScale(mean: number, lastMean: number): string {
  const [word, times] = mean / lastMean > 1 ? ['larger', mean / lastMean] : ['smaller', lastMean / mean]
  return `about ${Math.round(times).toLocaleString('en-US')} times ${word}`
}

function formatMean(mean: number): string {
  return mean.toLocaleString('en-US', { maximumSignificantDigits: 4 })
}
