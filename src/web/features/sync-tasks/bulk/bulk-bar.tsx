import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Task } from '#contract/task.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from '../list/task-list.module.css'
import { actOnTasks, type BulkKind } from './bulk-actions.ts'

interface Props {
  selected: readonly Task[]
  shownCount: number
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with the selected tasks. */
export function BulkBar({ selected, shownCount, onSelectAll, onClear }: Props) {
  const { act, settled } = useBulk(selected, onClear)
  const [isAsking, setIsAsking] = useState(false)
  const count = selected.length
  const isBusy = settled !== undefined
  const button = (kind: BulkKind, label: string) => (
    <Button size="xs" variant="default" disabled={isBusy} onClick={() => void act(kind)} leftSection={ICONS[kind]}>
      {label}
    </Button>
  )
  return (
    <div className={`${classes.buttons} ${classes.bulk}`} role="toolbar" aria-label="Selected tasks">
      <span className={classes.selectedCount} role="status">
        {isBusy ? `${settled} of ${count} done` : `${count} selected`}
      </span>
      {count < shownCount && (
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={onSelectAll}>
          Select all {shownCount} shown
        </Button>
      )}
      {button('run', 'Run')}
      {button('stop', 'Stop')}
      {button('activate', 'Activate')}
      {button('deactivate', 'Deactivate')}
      <Button
        size="xs"
        variant="light"
        color="red"
        disabled={isBusy}
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        Delete
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        disabled={isBusy}
        leftSection={<IconX size={15} aria-hidden />}
        onClick={onClear}
      >
        Clear selection
      </Button>
      <DeleteSelectedDialog
        opened={isAsking}
        count={count}
        isBusy={isBusy}
        onConfirm={() => void act('delete').then(() => setIsAsking(false))}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

const ICONS: Partial<Record<BulkKind, ReactNode>> = {
  run: <IconPlayerPlay size={15} aria-hidden />,
  stop: <IconPlayerStop size={15} aria-hidden />,
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
    <ConfirmDialog
      {...dialog}
      title="Delete Sync Tasks"
      confirmLabel={`Delete ${count === 1 ? '1 task' : `${count} tasks`}`}
      isDangerous
    >
      {`${count === 1 ? 'The selected task' : `The ${count} selected tasks`} will be deleted. This cannot be undone.`}
    </ConfirmDialog>
  )
}

function useBulk(selected: readonly Task[], onDone: () => void) {
  const queryClient = useQueryClient()
  const [settled, setSettled] = useState<number>()
  const act = async (kind: BulkKind) => {
    setSettled(0)
    await actOnTasks(queryClient, { kind, tasks: selected, onProgress: setSettled })
    setSettled(undefined)
    onDone()
  }
  return { act, settled }
}
