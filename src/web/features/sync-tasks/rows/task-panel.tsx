import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Task } from '#contract/task.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { TaskCard } from '../card/task-card.tsx'
import { TaskOverview } from '../page/task-overview.tsx'
import classes from './rows.module.css'

interface Props {
  task: Task
  label: string
  context: CommandContext
  isListBusy: boolean
  onClose: () => void
}

/** Shows the card of a task beside the list. The list stays usable. */
export function TaskPanel({ task, label, context, isListBusy, onClose }: Props) {
  const ref = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: gets the focus for each task
  useEffect(() => ref.current?.focus({ preventScroll: true }), [task.id])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <section ref={ref} tabIndex={-1} className={classes.panel} aria-label={`Task ${label}`} onKeyDown={onKeyDown}>
      <header className={classes.panelHeader}>
        <span className={classes.panelTitle}>{task.task_type.name}</span>
        <CloseButton aria-label="Close panel" title="Close (Esc)" onClick={onClose} />
      </header>
      <TaskOverview task={task}>
        <TaskCard task={task} label={label} context={context} isListBusy={isListBusy} />
      </TaskOverview>
    </section>
  )
}
