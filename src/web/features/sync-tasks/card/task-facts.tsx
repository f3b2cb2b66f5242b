import type { ReactNode } from 'react'
import type { Task } from '#contract/task.ts'
import { formatCount, formatElapsed } from '../../../lib/format.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import classes from './task-card.module.css'

/** The settings and statistics of a task. */
export function TaskFacts({ task }: { task: Task }) {
  return (
    <dl className={classes.facts}>
      <Fact name="Elapsed">{formatElapsed(task.total_elapsed_seconds)}</Fact>
      <Fact name="Chunk size">{formatCount(task.chunk_size)}</Fact>
      <Fact name="Start row">{formatCount(task.start_row)}</Fact>
      <Fact name="Max concurrent">{task.max_concurrent_tasks ?? task.task_type.allowed_concurrent_tasks ?? 'N/A'}</Fact>
      <Fact name="Retries">{task.retry_count}</Fact>
      <Fact name="Errors" isBad={task.last_error_count > 0}>
        {task.last_error_count}
      </Fact>
      <Fact name="Prerequisites">{task.prerequisites_count}</Fact>
      <Fact name="Last success">
        <RelativeTime at={task.last_successful_run} empty="Never" />
      </Fact>
    </dl>
  )
}

function Fact({ name, isBad = false, children }: { name: string; isBad?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-bad={isBad || undefined}>{children}</dd>
    </div>
  )
}
