import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '#contract/task.ts'
import { runAgainLabel } from '#domain/incidents/incident-text.ts'
import { affectedKey, runAffected } from '../../../data/run-affected.ts'
import { useIsPending } from '../../../lib/action.ts'
import { CardButton } from './card-controls.tsx'

/** Runs the task with all that did not run because of it. */
export function AffectedButton({ task, name, isLocked }: { task: Task; name: string; isLocked: boolean }) {
  const queryClient = useQueryClient()
  return (
    <CardButton
      label={runAgainLabel({ tasksCount: 1, stoppedCount: task.stopped_count })}
      taskName={name}
      tone="indigo"
      Icon={IconPlayerPlay}
      title="Also runs the tasks that did not run because this one failed"
      isBlocked={isLocked}
      isPending={useIsPending(affectedKey(task.id))}
      onPress={() => void runAffected(queryClient, task.id)}
    />
  )
}
