import { formatDuration } from '#domain/duration.ts'
import { pluralize } from '#domain/pluralize.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { WaveOutcome, WaveSummary } from './alert.ts'
import type { AlertText } from './alert-text.ts'

const words: readonly (readonly [WaveOutcome, string])[] = [
  ['succeeded', 'succeeded'],
  ['held', 'held'],
  ['not_run', 'not run'],
  ['warned', 'with warnings'],
  ['stopped', 'stopped'],
]

/** `Run All of 04:00: 96 succeeded, 2 errors, 1 held, 12 min` */
export function describeWave({ name, counts, durationMs, slowest }: WaveSummary): AlertText {
  const [succeeded = '', ...others] = words.flatMap(([outcome, word]) => {
    const count = counts[outcome]
    return count > 0 || outcome === 'succeeded' ? [`${count.toLocaleString('en-US')} ${word}`] : []
  })
  const errors = counts.failed > 0 ? [pluralize(counts.failed, 'error')] : []
  const ended = [succeeded, ...errors, ...others]
  const names = slowest.map((task) => `${task.name} (${roundedDuration(task.durationMs)})`)
  return {
    title: `${name}: ${[...ended, roundedDuration(durationMs)].join(', ')}`,
    reason: names.length > 0 ? `Slowest: ${names.join(', ')}.` : null,
    fix: null,
  }
}

/** Whether something in the wave needs a person. */
export function needsAttention({ counts }: Pick<WaveSummary, 'counts'>): boolean {
  return counts.failed + counts.held + counts.not_run + counts.warned + counts.stopped > 0
}

/** `40 s`, `12 min`, `1 h 5 min` */
function roundedDuration(ms: number): string {
  const unitMs = ms < MINUTE_MS ? SECOND_MS : MINUTE_MS
  return formatDuration(Math.max(SECOND_MS, Math.round(ms / unitMs) * unitMs))
}
