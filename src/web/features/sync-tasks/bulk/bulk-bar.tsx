import { Box } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#contract/task.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { actOnTasks, BULK_KINDS, type BulkKind } from '../../../data/commands/selection-commands.ts'
import { findCommand, type SelectionCommandId } from '../../../data/commands/task-commands.ts'
import { previewKey } from '../../../data/preview-key.ts'
import { useRestoreNote } from '../../../data/show-deleted.ts'
import { actOnce, useIsPending } from '../../../lib/action.ts'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { UndoRuns } from '../../../shared/undo-runs.tsx'
import { ActionButton, type ActionButtonProps } from '../../../ui/action-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from '../list/task-list.module.css'
import { BULK_KEY } from './use-selection.ts'

interface Props {
  selected: readonly Task[]
  shownCount: number
  /** Whether other pages have more tasks. */
  isPaged: boolean
  /** Whether all tasks are running, so no task can be started or deleted. */
  isListRunning: boolean
  context: CommandContext
  onSelectAll: () => void
  /** Receives the ids of the tasks where an action succeeded. */
  onDone: (ids: readonly number[]) => void
  onClear: () => void
}

/** Actions on the selected tasks. Tasks stay selected if an action fails for them. */
export function BulkBar(props: Props) {
  const { selected, shownCount, isPaged, isListRunning, context, onSelectAll, onDone, onClear } = props
  const { act, progress } = useBulk(selected, { context, onDone })
  const [isConfirming, setIsConfirming] = useState(false)
  const scope = { task_ids: selected.map(({ id }) => id) }
  const isPreviewing = useIsPending(previewKey(scope))
  const count = selected.length
  const isBusy = progress !== undefined
  const command = (id: SelectionCommandId) => ({
    id,
    isBlocked: isBusy || (isListRunning && findCommand(id).needsIdle === true),
    isPending: progress?.kind === id,
    onPress: () => (id === 'delete' ? setIsConfirming(true) : id !== 'preview' && void act(id)),
  })
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
      {context.preview && (
        // Hidden on a phone, where the bar would otherwise take three rows.
        <CommandButton
          {...command('preview')}
          visibleFrom="xs"
          isPending={isPreviewing}
          onPress={() => void context.preview?.(scope)}
        />
      )}
      {BULK_KINDS.filter((kind) => kind !== 'delete').map((kind) => (
        <CommandButton key={kind} {...command(kind)} />
      ))}
      <ExtraCalls>
        {/* Also hidden on a phone. */}
        <Box visibleFrom="xs">
          <UndoRuns selection={scope} label="Undo changes" title="Undo the last runs" isDisabled={isBusy} />
        </Box>
      </ExtraCalls>
      <CommandButton {...command('delete')} />
      <DeleteSelectedDialog
        opened={isConfirming}
        count={progress?.total ?? count}
        onConfirm={() => act('delete').then(() => setIsConfirming(false))}
        onClose={() => setIsConfirming(false)}
      />
    </div>
  )
}

function CommandButton({ id, ...button }: Omit<ActionButtonProps, 'children'> & { id: SelectionCommandId }) {
  const { label, Icon, isDangerous = false } = findCommand(id)
  return (
    <BarButton
      {...(isDangerous ? { variant: 'light', color: 'red' } : { variant: 'default' })}
      leftSection={<Icon size={15} aria-hidden />}
      {...button}
    >
      {label}
    </BarButton>
  )
}

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
    <ConfirmDialog
      {...dialog}
      title="Delete Sync Tasks"
      confirmLabel={`Delete ${pluralize(count, 'task')}`}
      isDangerous
    >
      {`The ${pluralize(count, 'selected task')} will be deleted.${restoreNote}`}
    </ConfirmDialog>
  )
}

function useBulk(selected: readonly Task[], { context, onDone }: Pick<Props, 'context' | 'onDone'>) {
  const queryClient = useQueryClient()
  const { hasExtraCalls } = context
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
