import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import type { WaveOutcome, WaveSummary } from './alert.ts'
import type { AlertText } from './alert-text.ts'

const HOUR_MINUTES = HOUR_MS / MINUTE_MS

const words: readonly (readonly [WaveOutcome, string])[] = [
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['held', 'held'],
  ['warned', 'with warnings'],
  ['stopped', 'stopped'],
]

/** `Run All of 04:00: 96 succeeded, 2 failed, 1 held, 12 min` */
export function describeWave({ name, counts, durationMs, slowest }: WaveSummary): AlertText {
  const ended = words.flatMap(([outcome, word]) => {
    const count = counts[outcome]
    return count > 0 || outcome === 'succeeded' ? [`${count.toLocaleString('en-US')} ${word}`] : []
  })
  const names = slowest.map((task) => `${task.name} (${formatDuration(task.durationMs)})`)
  return {
    title: `${name}: ${[...ended, formatDuration(durationMs)].join(', ')}`,
    reason: names.length > 0 ? `Slowest: ${names.join(', ')}.` : null,
    cure: null,
  }
}

/** Whether something in the wave needs a person. */
export function needsAttention({ counts }: Pick<WaveSummary, 'counts'>): boolean {
  return counts.failed + counts.held + counts.warned + counts.stopped > 0
}

/** `40 s`, `12 min`, `1 h 5 min` */
export function formatDuration(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`
  const minutes = Math.round(ms / MINUTE_MS)
  return minutes < HOUR_MINUTES
    ? `${minutes} min`
    : `${Math.floor(minutes / HOUR_MINUTES)} h ${minutes % HOUR_MINUTES} min`
}
