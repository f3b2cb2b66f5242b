import type { Run } from '#contract/run.ts'
import { type Tone, toneOfStatus } from '../../ui/task-tone.ts'

const GRAVEST_FIRST: readonly Run['status'][] = [
  'Error',
  'Failed',
  'Warning',
  'Stopped',
  'Stopping',
  'Running',
  'Queued',
  'Success',
]

/** What the colours of the bars say. */
export const OUTCOMES: readonly { tone: Tone; label: string }[] = [
  { tone: 'teal', label: 'Success' },
  { tone: 'yellow', label: 'Warning or stopped' },
  { tone: 'red', label: 'Failed' },
  { tone: 'orange', label: 'In progress' },
  { tone: 'blue', label: 'Queued' },
]

export function isFailure({ status }: Pick<Run, 'status'>): boolean {
  return toneOfStatus(status) === 'red'
}

/** The run that most wants looking at: the gravest, among several the last. */
export function gravest<R extends Pick<Run, 'status'>>(runs: readonly [R, ...R[]]): R {
  return runs.reduce((worst, run) => (rankOf(run) <= rankOf(worst) ? run : worst))
}

function rankOf({ status }: Pick<Run, 'status'>): number {
  return GRAVEST_FIRST.indexOf(status)
}
