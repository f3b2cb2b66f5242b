import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { runAgainLabel } from '#domain/incidents/incident-text.ts'
import { affectedKey, runAffected } from '../data/run-affected.ts'
import { useAction } from '../lib/action.ts'
import { ActionButton } from '../ui/action-button.tsx'

interface Props {
  taskId: number
  /** The name and type of the first task. */
  title: string
  tasksCount: number
  stoppedCount: number
}

/** Runs all tasks of an incident again: the tasks with the cause, and the tasks that they blocked. */
export function RunAffected({ taskId, title, tasksCount, stoppedCount }: Props) {
  const queryClient = useQueryClient()
  const { isPending, act } = useAction(affectedKey(taskId), () => runAffected(queryClient, taskId))
  const label = runAgainLabel({ tasksCount, stoppedCount })
  return (
    <ActionButton
      variant="default"
      size="xs"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={`${label}: ${title}`}
      isPending={isPending}
      onPress={act}
    >
      {label}
    </ActionButton>
  )
}
