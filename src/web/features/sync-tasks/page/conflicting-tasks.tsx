import { Anchor, Card, Text } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Task, TaskConflicts } from '#contract/task.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './task-page.module.css'

const CHANGE_TARGET = 'Change the target of one of them.'

/** The tasks that overwrite the target of this task; nothing if there are none. */
export function ConflictingTasks({ task: { conflicts } }: { task: Task }) {
  if (!conflicts || conflicts.overlaps.length + conflicts.loop.length === 0) return null
  return (
    <Card padding="sm" component="section" aria-label="Conflicting tasks">
      <h2 className={classes.heading}>Conflicting tasks</h2>
      {conflicts.overlaps.map((other) => (
        <Text key={other.id} size="sm">
          <TaskLink task={other} /> writes to the same tab; the two overwrite each other. {CHANGE_TARGET}
        </Text>
      ))}
      {conflicts.loop.length > 0 && (
        <Text size="sm">
          The target is copied back to the source tab, through <Chain tasks={conflicts.loop} />. {CHANGE_TARGET}
        </Text>
      )}
    </Card>
  )
}

function Chain({ tasks }: { tasks: TaskConflicts['loop'] }) {
  return tasks.map((task, index) => (
    <Fragment key={task.id}>
      {index > 0 && ' and then '}
      <TaskLink task={task} />
    </Fragment>
  ))
}

function TaskLink({ task: { id, name, task_type_name } }: { task: TaskConflicts['loop'][number] }) {
  return (
    <>
      <Anchor component={Link} to={paths.task(id)} size="sm">
        {name}
      </Anchor>{' '}
      ({task_type_name})
    </>
  )
}
