import type { NextTime } from '#contract/overview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { TaskName } from './link-line.tsx'
import classes from './link-list.module.css'

/** Name of a wave: its single task, or the number of its tasks. */
export function WaveName({ wave: { is_run_all, tasks_count, task } }: { wave: NextTime }) {
  if (task) return <TaskName task={task} />
  const tasks = pluralize(tasks_count, 'task')
  if (!is_run_all) return <span className={classes.name}>{tasks}</span>
  return (
    <>
      <span className={classes.name}>Run All</span> <span className={classes.type}>{tasks}</span>
    </>
  )
}
