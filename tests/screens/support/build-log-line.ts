import type { LogLevel, TaskLog } from '#contract/task-log.ts'

/** A line of a task's log. */
export function buildLogLine(
  message: string,
  { id = 1, level = 'INFO' }: { id?: number; level?: LogLevel } = {},
): TaskLog {
  const [timestamp, formatted_timestamp] = ['2026-01-01T09:00:00.000Z', '2026-01-01 04:00:00']
  return { id, level, message, timestamp, formatted_timestamp }
}
