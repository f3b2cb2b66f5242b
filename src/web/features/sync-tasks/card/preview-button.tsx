import { IconEye } from '@tabler/icons-react'
import type { Task } from '#contract/task.ts'
import { previewKey } from '../../../data/preview-key.ts'
import { useIsPending } from '../../../lib/action.ts'
import { IconButton } from './card-controls.tsx'

interface Props {
  task: Task
  name: string
  onPreview: ((task: Task) => void) | undefined
  isInRow?: boolean
}

/** Makes a preview of a task; nothing on a server without previews. */
export function PreviewButton({ task, name, onPreview, isInRow = false }: Props) {
  const isPending = useIsPending(previewKey({ task_ids: [task.id] }))
  if (!onPreview) return null
  return (
    <IconButton
      label="Preview"
      taskName={name}
      Icon={IconEye}
      isInRow={isInRow}
      isBlocked={false}
      isPending={isPending}
      onPress={() => onPreview(task)}
    />
  )
}
