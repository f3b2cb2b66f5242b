import { IconEye } from '@tabler/icons-react'
import { usePreview } from '../data/commands/use-preview.ts'
import { previewKey } from '../data/preview-key.ts'
import { useIsPending } from '../lib/action.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ExtraCalls } from './extra-calls.tsx'

/** Previews the cells that copying a held task anyway would overwrite and delete. */
export function PreviewLoss({ taskId, title }: { taskId: number; title: string }) {
  const preview = usePreview()
  const scope = { task_ids: [taskId] }
  const isPending = useIsPending(previewKey(scope))
  return (
    <ExtraCalls>
      <ActionButton
        variant="subtle"
        size="xs"
        leftSection={<IconEye size={14} aria-hidden />}
        aria-label={`See what would be lost: ${title}`}
        isPending={isPending}
        onPress={() => void preview(scope)}
      >
        See what would be lost
      </ActionButton>
    </ExtraCalls>
  )
}
