import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OverviewTask } from '#contract/overview-task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import classes from './link-list.module.css'

interface Props {
  to: string
  /** A dot or a time, in front of the text. */
  lead: ReactNode
  /** The subject of the line. */
  children: ReactNode
  /** Content at the end of the first line. */
  aside?: ReactNode
  /** A second line in small print. */
  detail?: ReactNode
}

/** A line of the overview. */
export function LinkLine({ to, lead, children, aside, detail }: Props) {
  return (
    <li>
      <Link to={to} className={classes.line}>
        <span className={classes.lead}>{lead}</span>
        <span className={classes.what}>{children}</span>
        {aside && <span className={classes.when}>{aside}</span>}
        {detail && <span className={classes.detail}>{detail}</span>}
      </Link>
    </li>
  )
}

/** A task's name with its type. */
export function TaskName({ task }: { task: OverviewTask }) {
  return (
    <>
      <span className={classes.name}>{taskName(task)}</span>
      {/* The space separates name and type for screen readers. */}{' '}
      <span className={classes.type}>{task.task_type_name}</span>
    </>
  )
}
