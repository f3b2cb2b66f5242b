import type { AlertInApp } from './message-text.ts'

/** Body of a request to a signed webhook. */
export function webhookMessage({ alert, isTest = false, publicUrl }: AlertInApp): object {
  const { id, kind, kinds, at, title, reason, fix, tasks, taskCount, wave, openPath, snoozePath } = alert
  return {
    id,
    kind,
    kinds,
    is_test: isTest,
    at,
    title,
    reason,
    fix,
    // Former name of `fix`, still read by existing programs.
    cure: fix,
    tasks: tasks.map(({ path, ...task }) => ({ ...task, url: publicUrl + path })),
    task_count: taskCount,
    stopped_count: alert.stoppedCount ?? 0,
    run_all: wave && {
      name: wave.name,
      started_at: wave.startedAt,
      duration_ms: wave.durationMs,
      ...wave.counts,
      slowest: wave.slowest.map(({ durationMs, ...task }) => ({ ...task, duration_ms: durationMs })),
    },
    url: publicUrl + openPath,
    snooze_url: snoozePath === null ? null : publicUrl + snoozePath,
  }
}
