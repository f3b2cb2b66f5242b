import { memo } from 'react'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { CardHeader, type Selection } from './card-header.tsx'
import { buildArticle } from './task-article.ts'
import classes from './task-card.module.css'
import { PositionText, TaskCardActions } from './task-card-actions.tsx'
import { TaskFacts } from './task-facts.tsx'
import { TaskSheets } from './task-sheets.tsx'
import { TaskState } from './task-state.tsx'

interface Props extends Selection {
  task: Task
  /** Accessible name; defaults to the name of the task. */
  label?: string
  /** Missing on the task's own page: its card has no buttons and no link to the page. */
  context?: CommandContext
  /** Whether all tasks are running, or another task is being moved. Either blocks this task too. */
  isListBusy?: boolean
  /** Whether defaults and zeros are folded away. */
  hasFoldedFacts?: boolean
  /** Whether the task was just added. */
  isMarked?: boolean
}

/**
 * Card of a task: its current state and needs, then its last runs, then its settings. Uses plain elements instead of Mantine
 * components, because a list has hundreds of cards.
 */
export const TaskCard = memo(function TaskCard(props: Props) {
  const { task, context, isListBusy = false, isSelected = false, isMarked = false, onToggleSelected } = props
  const { hasFoldedFacts = false } = props
  const name = taskName(task)
  const { label = name } = props
  return (
    <article
      className={classes.card}
      {...buildArticle(task, { label, isSelected, isMarked })}
      data-own-page={!context || undefined}
    >
      <CardHeader {...{ task, name, isSelected, onToggleSelected }} isOnOwnPage={!context} />
      <TaskState task={task} name={name} isOnOwnPage={!context} />
      <TaskSheets task={task} />
      <TaskFacts task={task} isFolded={hasFoldedFacts} />
      {context ? (
        <TaskCardActions task={task} name={label} context={context} isListBusy={isListBusy} />
      ) : (
        <PositionText position={task.position_actions} />
      )}
    </article>
  )
})
