import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { RefCallback } from 'react'
import type { Task } from '#contract/task.ts'
import { runAgainLabel } from '#domain/incidents/incident-text.ts'
import type { UseCommand } from '../../../data/commands/use-task-command.ts'
import { affectedKey, runAffected } from '../../../data/run-affected.ts'
import { useIsPending } from '../../../lib/action.ts'
import { CardButton } from './card-controls.tsx'

interface Props {
  task: Task
  name: string
  command: UseCommand
  /** Hands over the focus when a focused button disappears. */
  handover: RefCallback<HTMLElement>
}

/** Buttons of a held task, or of a task that blocked other tasks. */
export function RareButtons({ task, name, command, handover }: Props) {
  const { isBlocked } = command('run')
  return (
    <>
      {task.can_copy_anyway && (
        <CardButton
          ref={handover}
          taskName={name}
          tone="yellow"
          title="The last run was held. A preview shows what copying anyway would overwrite and delete."
          {...command('preview')}
          label="See what would be lost"
          isBlocked={isBlocked}
        />
      )}
      {task.stopped_count > 0 && <AffectedButton task={task} name={name} isBlocked={isBlocked} />}
    </>
  )
}

/** Runs the task with all tasks that did not run because of it. */
function AffectedButton({ task, name, isBlocked }: Pick<Props, 'task' | 'name'> & { isBlocked: boolean }) {
  const queryClient = useQueryClient()
  return (
    <CardButton
      label={runAgainLabel({ tasksCount: 1, stoppedCount: task.stopped_count })}
      taskName={name}
      tone="indigo"
      Icon={IconPlayerPlay}
      title="Also runs the tasks that did not run because this one failed"
      isBlocked={isBlocked}
      isPending={useIsPending(affectedKey(task.id))}
      onPress={() => void runAffected(queryClient, task.id)}
    />
  )
}
