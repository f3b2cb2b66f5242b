import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'
import { minutesBetweenRuns } from './minutes-between-runs.ts'

/** `every 15 minutes`, `every minute from 07:00 to 19:00`: an interval within a sentence. */
export function describeInterval({ everyMinutes, between }: { everyMinutes: number; between: string }): string {
  const every = everyMinutes === 1 ? 'every minute' : `every ${pluralize(everyMinutes, 'minute')}`
  const [from, until] = between.split('-')
  return from && until ? `${every} from ${from} to ${until}` : every
}

/** `Every 15 min, 07:00-19:00`: the interval of a task, or of its type; empty without an interval. */
export function intervalLine({
  every_minutes,
  every_minutes_between,
  task_type: type,
}: Pick<Task, 'every_minutes' | 'every_minutes_between' | 'task_type'>): string {
  const minutes = minutesBetweenRuns(every_minutes, type.every_minutes)
  const hours = every_minutes_between || type.every_minutes_between
  return minutes === null ? '' : [`Every ${minutes} min`, hours].filter(Boolean).join(', ')
}
