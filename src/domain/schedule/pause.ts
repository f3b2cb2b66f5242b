import { MAX_PAUSE_DAYS } from '#contract/pause.ts'
import { DAY_MS } from '#domain/time.ts'
import { localTimeFormatter } from './local-time.ts'
import { occurrenceOn } from './occurrences.ts'

/** A period in which only undos start. */
export interface Pause {
  readonly since: Date
  readonly until: Date
  readonly setBy: string
}

export function isPausedAt(pause: Pick<Pause, 'since' | 'until'> | undefined, at: Date): boolean {
  return pause !== undefined && at >= pause.since && at < pause.until
}

/** The moment after which schedules start their next runs. */
export function schedulesGoOnAfter(pause: Pause | undefined, now: Date): Date {
  return pause && isPausedAt(pause, now) ? new Date(pause.until.getTime() - 1) : now
}

/** The end of the pause as an instant; a date stands for its first moment. */
export function parsePauseEnd(text: string, timezone: string): Date {
  const isDate = text.length === 'YYYY-MM-DD'.length
  return isDate ? occurrenceOn({ date: text, time: '00:00', timezone }).at : new Date(text)
}

/** Why a pause cannot end at this time; undefined if it can. */
export function findPauseEndProblem(until: Date, now: Date): string | undefined {
  const lengthMs = until.getTime() - now.getTime()
  if (lengthMs <= 0) return 'The end of a pause must be in the future'
  return lengthMs > MAX_PAUSE_DAYS * DAY_MS ? `A pause can last at most ${MAX_PAUSE_DAYS} days` : undefined
}

/** Describes the end and the author of a pause: 'Paused until 2026-12-07 00:00 EST by ada@example.com'. */
export function describePause({ until, setBy }: Pick<Pause, 'until' | 'setBy'>, timezone: string): string {
  const shown = localTimeFormatter(timezone)(until).replace(/:\d\d (?=\S+$)/, ' ')
  return `Paused until ${shown} by ${setBy}`
}
