import { isPausedAt } from '#domain/schedule/pause.ts'
import { delayEndsAt } from './admit.ts'
import { stopEndsAt } from './endings.ts'
import type { RunState, Situation } from './situation.ts'

/** Next time a run may start, resume or end just because time passes; undefined if there is none. */
export function nextDueAt(situation: Situation): Date | undefined {
  const { runs, pause, now } = situation
  const times = runs.flatMap((run) => listDueTimes(run, situation)).filter((time) => time > now)
  if (pause && isPausedAt(pause, now)) times.push(pause.until)
  return times.reduce<Date | undefined>((first, time) => (first && first <= time ? first : time), undefined)
}

function listDueTimes(run: RunState, { typeById, now }: Situation): Date[] {
  const type = typeById.get(run.typeId)
  const delayEnd = type && delayEndsAt(type, now)
  switch (run.status) {
    case 'Queued':
      return delayEnd ? [delayEnd] : []
    case 'Failed':
      return [run.nextAttemptAt, delayEnd].filter((time) => time instanceof Date)
    case 'Running':
      return [run.leaseUntil, run.recheckAt].filter((time) => time !== null)
    case 'Stopping':
      return [run.leaseUntil, stopEndsAt(run)].filter((time) => time !== null)
  }
}
