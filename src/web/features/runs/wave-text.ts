import type { PastWave, UpcomingWave } from '#contract/wave.ts'
import { roundDuration } from '#domain/duration.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../lib/format.ts'

/** Estimated time and requests of a wave, e.g. `about 40 s` and `480 requests`. */
export function describeEstimate({ ms, requests, every_minutes: everyMinutes }: UpcomingWave): string[] {
  return [
    ...(everyMinutes == null ? [] : [`every ${everyMinutes} min, in turn`]),
    ...(ms === null ? [] : [`about ${roundDuration(ms)}`]),
    ...(requests === 0 ? [] : [pluralize(requests, 'request')]),
  ]
}

/** Expected failures and holds of a wave, e.g. `1 will fail since 00:52: …` and `1 stays held`. */
export function describeTrouble(
  { will_fail: failures, held_count: held }: UpcomingWave,
  { timeOfDay }: { timeOfDay: (at: string) => string },
): string[] {
  return [
    ...failures.map(({ tasks_count: count, since, message }) => {
      const start = since === null ? '' : ` since ${timeOfDay(since)}`
      return `${formatCount(count)} will fail${start}: ${message}`
    }),
    ...(held === 0 ? [] : [`${formatCount(held)} ${held === 1 ? 'stays' : 'stay'} held`]),
  ]
}

/** Results of a wave, the most urgent first, e.g. `2 errors` and `1,204 cells changed`. */
export function describeResults(wave: PastWave): string[] {
  const { failed, held, warnings, stopped, in_progress: inProgress, cells_changed: cells } = wave
  const count = (number: number, word: string) => (number === 0 ? [] : [`${formatCount(number)} ${word}`])
  return [
    ...(failed === 0 ? [] : [pluralize(failed, 'error')]),
    ...count(held, 'held'),
    ...(warnings === 0 ? [] : [pluralize(warnings, 'warning')]),
    ...count(stopped, 'stopped'),
    ...count(inProgress, 'in progress'),
    cells === 0 ? 'no cells changed' : `${pluralize(cells, 'cell')} changed`,
  ]
}
