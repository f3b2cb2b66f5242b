import { Button, type ButtonProps } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { countOf } from '#domain/count-of.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from '../list/task-list.module.css'
import { actOnTasks, type BulkKind } from './bulk-actions.ts'
import { useSelectionKey } from './use-selection-key.ts'

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
  const count = selected.length
  const isBusy = progress !== undefined
  useSelectionKey({ key: 'Escape', onPress: onClear, isDisabled: isBusy })
  return (
    <div className={`${classes.buttons} ${classes.bulk}`} role="toolbar" aria-label="Selected tasks">
      <span className={classes.selectedCount} role="status">
        {progress ? `${progress.settled} of ${progress.total} done` : `${count} selected`}
      </span>
      {count < shownCount && (
        <BarButton variant="subtle" isBlocked={isBusy} onClick={onSelectAll} aria-keyshortcuts="Control+A Meta+A">
          Select all {shownCount} shown{isPaged && ' on this page'}
        </BarButton>
      )}
      <BarButton
        variant="subtle"
        color="gray"
        isBlocked={isBusy}
        leftSection={<IconX size={15} aria-hidden />}
        onClick={onClear}
        aria-keyshortcuts="Escape"
      >
        Clear selection
      </BarButton>
      {ACTIONS.map(({ kind, label, icon }) => (
        <BarButton
          key={kind}
          variant="default"
          isBlocked={isBusy || (kind === 'run' && isListRunning)}
          onClick={() => void act(kind)}
          leftSection={icon}
        >
          {label}
        </BarButton>
      ))}
      <BarButton
        variant="light"
        color="red"
        isBlocked={isBusy || isListRunning}
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => setIsConfirming(true)}
      >
        Delete
      </BarButton>
      <DeleteSelectedDialog
        opened={isConfirming}
        count={progress?.total ?? count}
        isBusy={isBusy}
        onConfirm={() => void act('delete').then(() => setIsConfirming(false))}
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

interface BarButtonProps extends ButtonProps {
  isBlocked: boolean
  onClick: () => void
  children: ReactNode
  'aria-keyshortcuts'?: string
}

/** A blocked button uses `aria-disabled`: with `disabled`, it would lose its focus. */
function BarButton({ isBlocked, onClick, ...button }: BarButtonProps) {
  return (
    <Button
      size="xs"
      {...button}
      {...(isBlocked && { 'data-disabled': true, 'aria-disabled': true })}
      onClick={() => !isBlocked && onClick()}
    />
  )
}

interface DeleteProps {
  opened: boolean
  count: number
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

function DeleteSelectedDialog({ count, ...dialog }: DeleteProps) {
  return (
    <ConfirmDialog {...dialog} title="Delete Sync Tasks" confirmLabel={`Delete ${countOf(count, 'task')}`} isDangerous>
      {`The ${countOf(count, 'selected task')} will be deleted. This cannot be undone.`}
    </ConfirmDialog>
  )
}

function useBulk(selected: readonly Task[], onDone: Props['onDone']) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<{ settled: number; total: number }>()
  const act = async (kind: BulkKind) => {
    const total = selected.length
    setProgress({ settled: 0, total })
    const onProgress = (settled: number) => setProgress({ settled, total })
    onDone(await actOnTasks(queryClient, { kind, tasks: selected, onProgress }))
    setProgress(undefined)
  }
  return { act, progress }
}
