import { countOf } from '#domain/count-of.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { isKnown, type Limit, type Wave, waveBound } from './forecast.ts'
import { type Relief, reliefOf } from './relief.ts'

export interface Forecast {
  readonly tasks: number
  /** How many of them have not run yet, so that nothing is known about them. */
  readonly unknown: number
  /** How many are skipped if nobody has edited their files. */
  readonly skippable: number
  readonly reads: number
  readonly writes: number
  /** Null when nothing is known. */
  readonly ms: number | null
  /** In a sentence for users; null when there is nothing to run. */
  readonly text: string | null
}

/** What a wave will take, from what the last runs of its tasks used. */
export function forecastOf(wave: Wave): Forecast {
  const known = wave.tasks.filter(isKnown)
  const uses = known.flatMap(({ use }) => use.accounts)
  const counts = {
    tasks: wave.tasks.length,
    unknown: wave.tasks.length - known.length,
    skippable: wave.tasks.filter(({ maySkip }) => maySkip).length,
    reads: uses.reduce((sum, { reads }) => sum + reads, 0),
    writes: uses.reduce((sum, { writes }) => sum + writes, 0),
  }
  if (wave.tasks.length === 0) return { ...counts, ms: null, text: null }
  if (known.length === 0) return { ...counts, ms: null, text: 'Not known yet: none of the tasks has run.' }
  const bound = waveBound(wave)
  const requests = countOf(counts.reads + counts.writes, 'request')
  const limited = describeLimit(bound.limit)
  const relief = describeRelief(reliefOf(wave, bound), bound.ms)
  const others = describeUnknown(counts.unknown) + describeSkippable(counts.skippable)
  const ms = Math.round(bound.ms)
  return { ...counts, ms, text: `${aboutTime(ms)}, ${requests}, limited by ${limited}${relief}.${others}` }
}

/** 'About 20 s', 'About 12 min', 'About 1 h 20 min' */
export function aboutTime(ms: number): string {
  return `About ${roundTime(ms)}`
}

function roundTime(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(5, 5 * Math.round(ms / (5 * SECOND_MS)))} s`
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`
  const tens = Math.round(ms / (10 * MINUTE_MS))
  const minutes = (tens % 6) * 10
  return `${Math.floor(tens / 6)} h${minutes > 0 ? ` ${minutes} min` : ''}`
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
  if (!relief || roundTime(relief.ms) === roundTime(ms)) return ''
  const isHalf = Math.abs(relief.ms / ms - 1 / 2) < 0.05
  return `; ${relief.what} would ${isHalf ? 'halve it' : `make it about ${roundTime(relief.ms)}`}`
}

function describeUnknown(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' Without 1 task that has not run yet.'
    : ` Without ${countOf(count, 'task')} that have not run yet.`
}

function describeSkippable(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? ' 1 task is skipped if nobody has edited its files.'
    : ` Up to ${countOf(count, 'task')} are skipped if nobody has edited their files.`
}
