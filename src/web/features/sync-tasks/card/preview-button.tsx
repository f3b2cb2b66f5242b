import { IconEye } from '@tabler/icons-react'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { previewKey } from '../../../data/previews.ts'
import { useIsPending } from '../../../lib/action.ts'
import { IconButton } from './card-controls.tsx'

/** Makes a preview of a task; nothing on a server without previews. */
export function PreviewButton({ task, onPreview }: { task: Task; onPreview: ((task: Task) => void) | undefined }) {
  const isPending = useIsPending(previewKey({ task_ids: [task.id] }))
  if (!onPreview) return null
  return (
    <IconButton
      label="Preview"
      taskName={taskName(task)}
      Icon={IconEye}
      isBlocked={false}
      isPending={isPending}
      onPress={() => onPreview(task)}
    />
  )
}
