import { delayEndsAt } from './admit.ts'
import { stopEndsAt } from './endings.ts'
import type { RunState, Situation } from './situation.ts'

/** The next moment at which time alone may let a run start, be taken up or end; undefined when there is none. */
export function nextDueAt(situation: Situation): Date | undefined {
  const moments = situation.runs.flatMap((run) => momentsOf(run, situation)).filter((moment) => moment > situation.now)
  return moments.reduce<Date | undefined>((first, moment) => (first && first <= moment ? first : moment), undefined)
}

function momentsOf(run: RunState, { typeById }: Situation): Date[] {
  const type = typeById.get(run.typeId)
  const delayEnd = type && delayEndsAt(type)
  switch (run.status) {
    case 'Queued':
      return delayEnd ? [delayEnd] : []
    case 'Failed':
      return [run.nextAttemptAt, delayEnd].filter((moment) => moment instanceof Date)
    case 'Running':
      return run.leaseUntil ? [run.leaseUntil] : []
    case 'Stopping':
      return [run.leaseUntil, stopEndsAt(run)].filter((moment) => moment !== null)
  }
}
