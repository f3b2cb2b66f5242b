import { Box } from '@mantine/core'
import { IconEye, IconPlayerPlay, IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { countOf } from '#domain/count-of.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { previewKey } from '../../../data/preview-key.ts'
import { useRestoreNote } from '../../../data/show-deleted.ts'
import { actOnce, useIsPending } from '../../../lib/action.ts'
import { UndoRuns } from '../../../shared/undo-runs.tsx'
import { usePreview } from '../../../shared/use-preview.ts'
import { ActionButton, type ActionButtonProps } from '../../../ui/action-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from '../list/task-list.module.css'
import { actOnTasks, type BulkKind } from './bulk-actions.ts'
import { BULK_KEY } from './use-selection.ts'

interface Props {
  selected: readonly Task[]
  shownCount: number
  /** There are more tasks on other pages. */
  isPaged: boolean
  /** All tasks are running, so none can be started or deleted. */
  isListRunning: boolean
  onSelectAll: () => void
  /** Receives the ids of the tasks for which an action succeeded. */
  onDone: (ids: readonly number[]) => void
  onClear: () => void
}

/** The actions on the selected tasks. Tasks for which an action fails stay selected. */
export function BulkBar({ selected, shownCount, isPaged, isListRunning, onSelectAll, onDone, onClear }: Props) {
  const { act, progress } = useBulk(selected, onDone)
  const [isConfirming, setIsConfirming] = useState(false)
  const preview = usePreview()
  const hasPreviews = useHasExtraCalls()
  const scope = { task_ids: selected.map(({ id }) => id) }
  const isPreviewing = useIsPending(previewKey(scope))
  const count = selected.length
  const isBusy = progress !== undefined
  return (
    <div className={`${classes.buttons} ${classes.bulk}`} role="toolbar" aria-label="Selected tasks">
      <span className={classes.selectedCount} role="status">
        {progress ? `${progress.settled} of ${progress.total} done` : `${count} selected`}
      </span>
      {count < shownCount && (
        <BarButton variant="subtle" isBlocked={isBusy} onPress={onSelectAll} aria-keyshortcuts="Control+A Meta+A">
          Select all {shownCount} shown{isPaged && ' on this page'}
        </BarButton>
      )}
      <BarButton
        variant="subtle"
        color="gray"
        isBlocked={isBusy}
        leftSection={<IconX size={15} aria-hidden />}
        onPress={onClear}
        aria-keyshortcuts="Escape"
      >
        Clear selection
      </BarButton>
      {hasPreviews && (
        <BarButton
          // Left out on a phone: with it, the bar takes three rows.
          visibleFrom="xs"
          variant="default"
          isBlocked={isBusy}
          isPending={isPreviewing}
          onPress={() => void preview(scope)}
          leftSection={<IconEye size={15} aria-hidden />}
        >
          Preview
        </BarButton>
      )}
      {ACTIONS.map(({ kind, label, icon }) => (
        <BarButton
          key={kind}
          variant="default"
          isBlocked={isBusy || (kind === 'run' && isListRunning)}
          isPending={progress?.kind === kind}
          onPress={() => void act(kind)}
          leftSection={icon}
        >
          {label}
        </BarButton>
      ))}
      {hasPreviews && (
        // Left out on a phone, too.
        <Box visibleFrom="xs">
          <UndoRuns selection={scope} label="Undo changes" title="Undo the last runs" isDisabled={isBusy} />
        </Box>
      )}
      <BarButton
        variant="light"
        color="red"
        isBlocked={isBusy || isListRunning}
        leftSection={<IconTrash size={15} aria-hidden />}
        onPress={() => setIsConfirming(true)}
      >
        Delete
      </BarButton>
      <DeleteSelectedDialog
        opened={isConfirming}
        count={progress?.total ?? count}
        onConfirm={() => act('delete').then(() => setIsConfirming(false))}
        onClose={() => setIsConfirming(false)}
      />
    </div>
  )
}

const ACTIONS: readonly { kind: BulkKind; label: string; icon?: ReactNode }[] = [
  { kind: 'run', label: 'Run', icon: <IconPlayerPlay size={15} aria-hidden /> },
  { kind: 'stop', label: 'Stop', icon: <IconPlayerStop size={15} aria-hidden /> },
  { kind: 'activate', label: 'Activate' },
  { kind: 'deactivate', label: 'Deactivate' },
]

function BarButton(props: ActionButtonProps) {
  return <ActionButton size="xs" {...props} />
}

interface DeleteProps {
  opened: boolean
  count: number
  onConfirm: () => Promise<void>
  onClose: () => void
}

function DeleteSelectedDialog({ count, ...dialog }: DeleteProps) {
  const restoreNote = useRestoreNote(count)
  return (
    <ConfirmDialog {...dialog} title="Delete Sync Tasks" confirmLabel={`Delete ${countOf(count, 'task')}`} isDangerous>
      {`The ${countOf(count, 'selected task')} will be deleted.${restoreNote}`}
    </ConfirmDialog>
  )
}

function useBulk(selected: readonly Task[], onDone: Props['onDone']) {
  const queryClient = useQueryClient()
  const hasExtraCalls = useHasExtraCalls()
  const [progress, setProgress] = useState<{ kind: BulkKind; settled: number; total: number }>()
  const act = async (kind: BulkKind) => {
    const total = selected.length
    const onProgress = (settled: number) => setProgress({ kind, settled, total })
    await actOnce(queryClient, BULK_KEY, async () => {
      onProgress(0)
      onDone(await actOnTasks(queryClient, { kind, tasks: selected, hasExtraCalls, onProgress }))
      setProgress(undefined)
    })
  }
  return { act, progress }
}
