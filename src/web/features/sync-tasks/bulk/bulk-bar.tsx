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
  /** There are further tasks, on other pages. */
  isPaged: boolean
  /** All tasks are being run: none may be started or deleted meanwhile. */
  isListRunning: boolean
  onSelectAll: () => void
  /** The tasks with these ids have been dealt with. */
  onDone: (ids: readonly number[]) => void
  onClear: () => void
}

/** What can be done with the selected tasks. Those that an action was refused to stay selected, to be seen and tried again. */
export function BulkBar({ selected, shownCount, isPaged, isListRunning, onSelectAll, onDone, onClear }: Props) {
  const { act, progress } = useBulk(selected, onDone)
  const [isAsking, setIsAsking] = useState(false)
  const count = selected.length
  const isBusy = progress !== undefined
  useSelectionKey({ key: 'Escape', onPress: onClear, isOff: isBusy })
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
      {KINDS.map(({ kind, label, icon }) => (
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
        onClick={() => setIsAsking(true)}
      >
        Delete
      </BarButton>
      <DeleteSelectedDialog
        opened={isAsking}
        count={progress?.total ?? count}
        isBusy={isBusy}
        onConfirm={() => void act('delete').then(() => setIsAsking(false))}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

const KINDS: readonly { kind: BulkKind; label: string; icon?: ReactNode }[] = [
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

/** Blocked while an action goes on, but not disabled: the keyboard's focus would be lost. */
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
