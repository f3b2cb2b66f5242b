import { roundDuration } from '#domain/duration.ts'
import { pluralize } from '#domain/pluralize.ts'
import { isKnown, type Limit, type QuotaUse, tightestQuotas, type Wave, waveBound } from './forecast.ts'
import { findRelief, type Relief } from './relief.ts'

export interface Forecast {
  readonly tasks: number
  /** Number of tasks that have not run yet, so nothing is known about them. */
  readonly unknown: number
  /** Number of tasks to skip if nobody has edited their files. */
  readonly skippable: number
  readonly reads: number
  readonly writes: number
  /** Null when nothing is known. */
  readonly ms: number | null
  /** Sentence for users; null when there is nothing to run. */
  readonly text: string | null
  /** The slowest quota of an account and the slowest quota of a Cloud project; empty when nothing is known. */
  readonly quotas: readonly (QuotaUse & { readonly among: number })[]
}

/** Estimates how long a wave takes from the usage of its tasks' last runs. */
export function buildForecast(wave: Wave): Forecast {
  const known = wave.tasks.filter(isKnown)
  const uses = known.flatMap(({ use }) => use.accounts)
  const counts = {
    tasks: wave.tasks.length,
    unknown: wave.tasks.length - known.length,
    skippable: wave.tasks.filter(({ maySkip }) => maySkip).length,
    reads: uses.reduce((sum, { reads }) => sum + reads, 0),
    writes: uses.reduce((sum, { writes }) => sum + writes, 0),
  }
  if (wave.tasks.length === 0) return { ...counts, ms: null, text: null, quotas: [] }
  if (known.length === 0) return { ...counts, ms: null, text: 'Not known yet: none of the tasks has run.', quotas: [] }
  const bound = waveBound(wave)
  const requests = pluralize(counts.reads + counts.writes, 'request')
  const limited = describeLimit(bound.limit)
  const relief = describeRelief(findRelief(wave, bound), bound.ms)
  const others =
    describeUnknown(counts.unknown) + describeSkippable(counts.skippable) + describeIntervals(bound.limit, wave)
  const ms = Math.round(bound.ms)
  const text = `${aboutTime(ms)}, ${requests}, limited by ${limited}${relief}.${others}`
  return { ...counts, ms, text, quotas: tightestQuotas(wave) }
}

/** 'About 20 s', 'About 12 min', 'About 1 h 20 min' */
function aboutTime(ms: number): string {
  return `About ${roundDuration(ms)}`
}

function describeLimit(limit: Limit): string {
  switch (limit.kind) {
    case 'account':
      return `${limit.requests} of ${limit.name}`
    case 'project':
      return `${limit.requests} of the Cloud project ${limit.name}`
    case 'type':
      return `the concurrent tasks of ${limit.name}`
    case 'delay':
      return `the queue delay of ${limit.name}`
    case 'target':
      return 'tasks that write to the same spreadsheet'
    case 'workers':
      return 'the workers of this server'
    case 'task':
      return 'the slowest task'
  }
}

function describeRelief(relief: Relief | undefined, ms: number): string {
  if (!relief || roundDuration(relief.ms) === roundDuration(ms)) return ''
  const isHalf = Math.abs(relief.ms / ms - 1 / 2) < 0.05
  return `; ${relief.what} would ${isHalf ? 'halve it' : `make it about ${roundDuration(relief.ms)}`}`
}

function describeUnknown(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' Excludes 1 task that has not run yet.'
    : ` Excludes ${pluralize(count, 'task')} that have not run yet.`
}

function describeSkippable(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' 1 task is skipped if nobody has edited its files.'
    : ` Up to ${pluralize(count, 'task')} are skipped if nobody has edited their files.`
}

/** Describes the part of the quota used by intervals. */
function describeIntervals(limit: Limit, { intervals = [] }: Wave): string {
  if (limit.kind !== 'account' && limit.kind !== 'project') return ''
  const load = intervals.find(
    ({ kind, name, requests }) => kind === limit.kind && name === limit.name && requests === limit.requests,
  )
  return load ? ` Intervals use ${Math.ceil(load.perMinute)} of its ${load.available} ${load.requests} a minute.` : ''
}
