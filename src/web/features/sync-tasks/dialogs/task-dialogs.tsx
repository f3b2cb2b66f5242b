import { Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Task, TaskProgress } from '#contract/task.ts'
import { countOf } from '#domain/count-of.ts'
import type { TaskActions } from '../../../data/task-actions.ts'
import { taskTitle } from '../../../data/task-title.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useHasInteracted } from '../../../ui/use-has-interacted.ts'
import type { ListActions } from '../list/list-actions.ts'
import { countStoppable } from '../list/list-rules.ts'
import type { OpenDialog } from './use-dialog.ts'

const TaskFormDialog = lazy(async () => ({ default: (await import('../form/task-form-dialog.tsx')).TaskFormDialog }))

interface Props {
  dialog: OpenDialog
  total: number
  progress: readonly TaskProgress[]
  taskActions: TaskActions
  listActions: ListActions
  onClose: () => void
}

/** Every dialog of the list; one is open at most. */
export function TaskDialogs({ dialog, total, progress, taskActions, listActions, onClose }: Props) {
  const { isOpen, kind, task } = dialog
  const shows = (wanted: OpenDialog['kind']) => isOpen && kind === wanted
  return (
    <>
      <FormDialogs isAdding={shows('add')} isEditing={shows('edit')} task={task} onClose={onClose} />
      {task && <DeleteDialog opened={shows('delete')} task={task} taskActions={taskActions} onClose={onClose} />}
      {task && (
        <CopyAnywayDialog opened={shows('copy-anyway')} task={task} taskActions={taskActions} onClose={onClose} />
      )}
      <DeleteAllDialog opened={shows('delete-all')} total={total} listActions={listActions} onClose={onClose} />
      <StopAllDialog opened={shows('stop-all')} progress={progress} listActions={listActions} onClose={onClose} />
    </>
  )
}

interface FormDialogsProps {
  isAdding: boolean
  isEditing: boolean
  task: Task | undefined
  onClose: () => void
}

/** The forms come from the server once someone touches the page: not with the list, yet before they are asked for. */
function FormDialogs({ isAdding, isEditing, task, onClose }: FormDialogsProps) {
  const hasInteracted = useHasInteracted()
  if (!hasInteracted && !isAdding && !isEditing) return null
  return (
    <Suspense fallback={null}>
      <TaskFormDialog opened={isAdding} onClose={onClose} />
      <TaskFormDialog opened={isEditing} task={task} onClose={onClose} />
    </Suspense>
  )
}

interface TaskDialogProps {
  opened: boolean
  task: Task
  taskActions: TaskActions
  onClose: () => void
}

function DeleteDialog({ opened, task, taskActions, onClose }: TaskDialogProps) {
  const [isBusy, whileBusy] = useBusy()
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete Sync Task"
      confirmLabel="Delete"
      isDangerous
      isBusy={isBusy}
      onConfirm={() => whileBusy(async () => (await taskActions.remove(task.id)) && onClose())}
      onClose={onClose}
    >
      {`Are you sure you want to delete "${taskTitle(task)}"? Its log and data copy go with it; the spreadsheets stay as they are.`}
    </ConfirmDialog>
  )
}

function CopyAnywayDialog({ opened, task, taskActions, onClose }: TaskDialogProps) {
  const [isBusy, whileBusy] = useBusy()
  const copy = async () => {
    await taskActions.run(task.id, { isShrinkAllowed: true })
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Copy anyway"
      confirmLabel="Copy anyway"
      isBusy={isBusy}
      onConfirm={() => whileBusy(copy)}
      onClose={onClose}
    >
      <Text size="sm">
        The last run of &quot;{taskTitle(task)}&quot; was held back, because its source is empty or much smaller than
        before. Copying anyway removes from the target what the source no longer has.
      </Text>
    </ConfirmDialog>
  )
}

interface ListDialogProps {
  opened: boolean
  listActions: ListActions
  onClose: () => void
}

function DeleteAllDialog({ opened, total, listActions, onClose }: ListDialogProps & { total: number }) {
  const [isBusy, whileBusy] = useBusy()
  const remove = async () => {
    await listActions.removeAll()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete All Sync Tasks"
      confirmLabel={`Delete ${countOf(total, 'task')}`}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => whileBusy(remove)}
      onClose={onClose}
    >
      {`${total === 1 ? '1 task' : `All ${countOf(total, 'task')}`} will be deleted, whatever the list is filtered to. This cannot be undone.`}
    </ConfirmDialog>
  )
}

function StopAllDialog({
  opened,
  progress,
  listActions,
  onClose,
}: ListDialogProps & { progress: readonly TaskProgress[] }) {
  const [isBusy, whileBusy] = useBusy()
  const { total, running, queued, failed } = countStoppable(progress)
  const stop = async () => {
    await listActions.stopAll()
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Stop All Tasks"
      confirmLabel="Stop All"
      isDangerous
      isBusy={isBusy}
      isConfirmDisabled={total === 0}
      onConfirm={() => whileBusy(stop)}
      onClose={onClose}
    >
      {`${countOf(total, 'task')} will be stopped: ${running} running, ${queued} queued${
        failed > 0 ? `, ${failed} waiting to try again` : ''
      }.`}
    </ConfirmDialog>
  )
}

/** Whether an action is under way, and what runs one. */
function useBusy(): [isBusy: boolean, whileBusy: (action: () => Promise<unknown>) => void] {
  const [isBusy, setIsBusy] = useState(false)
  return [
    isBusy,
    (action) => {
      setIsBusy(true)
      void action().finally(() => setIsBusy(false))
    },
  ]
}
