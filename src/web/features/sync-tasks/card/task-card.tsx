import { memo } from 'react'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { CardHeader, type Selection } from './card-header.tsx'
import { PositionText } from './position-buttons.tsx'
import classes from './task-card.module.css'
import { TaskCardActions, type TaskCardHandlers } from './task-card-actions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskSheets } from './task-sheets.tsx'
import { TaskState } from './task-state.tsx'

interface Props extends Selection {
  task: Task
  /** Missing on the task's own page: its card has no buttons and no link to the page. */
  handlers?: TaskCardHandlers
  /** All tasks are running or one is being moved, which blocks this one, too. */
  isListBusy?: boolean
  /** It was just added. */
  isMarked?: boolean
}

/**
 * One task: what it does now and what it needs come first, then when it ran, then its settings. Uses plain elements
 * instead of Mantine components because a list has hundreds of cards.
 */
export const TaskCard = memo(function TaskCard(props: Props) {
  const { task, handlers, isListBusy = false, isSelected = false, isMarked = false, onToggleSelected } = props
  const name = taskName(task)
  return (
    <article
      className={classes.card}
      aria-label={name}
      data-task-id={task.id}
      data-status={task.task_status}
      data-inactive={!task.is_active || undefined}
      data-selected={isSelected || undefined}
      data-marked={isMarked || undefined}
      data-own-page={!handlers || undefined}
    >
      <CardHeader {...{ task, name, isSelected, onToggleSelected }} isOnOwnPage={!handlers} />
      <TaskState task={task} name={name} isOnOwnPage={!handlers} />
      <TaskSheets task={task} />
      <TaskFacts task={task} />
      {handlers ? (
        <TaskCardActions task={task} handlers={handlers} isListBusy={isListBusy} />
      ) : (
        <PositionText position={task.position_actions} />
      )}
    </article>
  )
})
