import type { LogLevel } from '#contract/task-log.ts'
import type { TaskStatus } from '#contract/task-progress.ts'
import { outcomeIn } from '#domain/runs/run-outcomes.ts'

/** A run, or a task by its last run. */
export type EndedRun = Parameters<typeof outcomeIn>[0]

/** A theme color with a meaning. */
export type Tone = 'gray' | 'blue' | 'orange' | 'red' | 'yellow' | 'teal'

const TONE_OF_STATUS: Record<TaskStatus, Tone> = {
  Pending: 'gray',
  Queued: 'blue',
  Running: 'orange',
  Failed: 'red',
  Stopping: 'yellow',
  Stopped: 'yellow',
  Success: 'teal',
  Warning: 'yellow',
  Error: 'red',
}

const TONE_OF_LEVEL: Record<LogLevel, Tone> = { INFO: 'blue', SUCCESS: 'teal', WARNING: 'yellow', ERROR: 'red' }

export function toneOfStatus(status: TaskStatus): Tone {
  return TONE_OF_STATUS[status]
}

export function toneOfLevel(level: LogLevel): Tone {
  return TONE_OF_LEVEL[level]
}

/** The status as shown to users. */
export function statusLabel(status: TaskStatus, ended: EndedRun = {}): string {
  if (status === 'Running') return 'In Progress'
  const label = outcomeIn(ended)?.label
  return label ? `${status} · ${label}` : status
}
