import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** A duration in its two largest units: '840 ms', '2.4 s', '3 min 20 s', '1 h 5 min'. A second unit of zero is left out. */
export function formatDuration(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`
  if (ms < 10 * SECOND_MS) return `${Math.floor(ms / 100) / 10} s`
  const seconds = Math.floor((ms % MINUTE_MS) / SECOND_MS)
  if (ms < MINUTE_MS) return `${seconds} s`
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  if (ms < HOUR_MS) return seconds > 0 ? `${minutes} min ${seconds} s` : `${minutes} min`
  const hours = `${Math.floor(ms / HOUR_MS)} h`
  return minutes > 0 ? `${hours} ${minutes} min` : hours
}

/** A duration for an estimate: '20 s', '12 min', '1 h 20 min'. */
export function roundDuration(ms: number): string {
  const stepMs = ms < MINUTE_MS ? 5 * SECOND_MS : ms < HOUR_MS ? MINUTE_MS : 10 * MINUTE_MS
  return formatDuration(Math.max(5 * SECOND_MS, Math.round(ms / stepMs) * stepMs))
}
