import { SECOND_MS } from '#domain/time.ts'
import { type Obstacle, obstacleOf } from './admit.ts'
import { isLost, type RunState, type Situation } from './situation.ts'

/** Why a run waits, in words; null when it does not. Clock times are of `timezone`. */
export function waitingReason(run: RunState, { situation, timezone }: { situation: Situation; timezone: string }) {
  const { now } = situation
  if (run.status === 'Stopping') return null
  if (run.status === 'Running' && !isLost(run, now)) {
    return run.waitingUntil && run.waitingUntil > now
      ? `Waiting for quota until ${clockTime(run.waitingUntil, timezone)}`
      : null
  }
  const obstacle = obstacleOf(run, situation)
  if (obstacle) return obstacleWords(obstacle, { run, now })
  return run.status === 'Running' ? 'Waiting to be taken up again: its server was lost' : 'Waiting for a free worker'
}

/** Tasks of the types that a task's type depends on whose runs have not ended. */
export function prerequisitesCount(typeId: number, { prerequisitesOf }: Situation): number {
  return sum(prerequisitesOf(typeId).map((type) => type.inProgressCount))
}

function obstacleWords(obstacle: Obstacle, { run, now }: { run: RunState; now: Date }): string {
  switch (obstacle.kind) {
    case 'retry':
      return `Tries again in ${secondsUntil(obstacle.until, now)} s`
    case 'prerequisites': {
      const count = sum(obstacle.types.map((type) => type.inProgressCount))
      const noun = count === 1 ? 'prerequisite' : 'prerequisites'
      return `Waiting for ${count} ${noun} in ${obstacle.types.map((type) => type.name).join(', ')}`
    }
    case 'concurrency':
      return `Waiting: ${obstacle.running} of ${obstacle.limit} running in ${obstacle.type.name}`
    case 'target':
      return `Waiting for '${obstacle.writer.taskName}', which writes the same spreadsheet`
    case 'delay': {
      const seconds = secondsUntil(obstacle.until, now) + run.runsAhead * obstacle.type.queueDelaySeconds
      return `Starts in ${seconds} s (queue delay)`
    }
  }
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.ceil((moment.getTime() - now.getTime()) / SECOND_MS)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function clockTime(moment: Date, timezone: string): string {
  return moment.toLocaleTimeString('en-GB', { timeZone: timezone, hour12: false })
}
