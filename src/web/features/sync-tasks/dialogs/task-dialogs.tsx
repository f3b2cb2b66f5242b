import { lazy, Suspense } from 'react'
import type { Task } from '#contract/task.ts'
import type { TaskProgress } from '#contract/task-progress.ts'
import { countOf } from '#domain/count-of.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { useRestoreNote } from '../../../data/show-deleted.ts'
import type { TaskActions } from '../../../data/task-actions.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import type { ListActions } from '../list/list-actions.ts'
import { countInProgress, countStoppable } from '../list/list-rules.ts'
import { countRuns, hiddenRunsText, type TaskGroup } from '../list/task-groups.ts'
import type { OpenDialog } from './use-dialog.ts'

const TaskFormDialog = lazy(async () => ({ default: (await import('../form/task-form-dialog.tsx')).TaskFormDialog }))

interface Props {
  dialog: OpenDialog
  total: number
  progress: readonly TaskProgress[]
  taskActions: TaskActions
  listActions: ListActions
  onAdded: (id: number | undefined) => void
  onClose: () => void
}

/** The dialogs of the list; at most one is open. They are loaded on the first interaction with the page, before they are opened. */
export function TaskDialogs({ dialog, total, progress, taskActions, listActions, onAdded, onClose }: Props) {
  const { isOpen, kind, task, group } = dialog
  const isShown = (dialogKind: OpenDialog['kind']) => isOpen && kind === dialogKind
  return (
    <>
      <FormDialogs
        isAdding={isShown('add') || isShown('duplicate')}
        isEditing={isShown('edit')}
        task={task}
        copyOf={kind === 'duplicate' ? task : undefined}
        onAdded={onAdded}
        onClose={onClose}
      />
      {task && <DeleteDialog opened={isShown('delete')} task={task} taskActions={taskActions} onClose={onClose} />}
      {group && (
        <RunGroupDialog opened={isShown('run-group')} group={group} listActions={listActions} onClose={onClose} />
      )}
      <ResetStatusDialog
        opened={isShown('reset-status')}
        progress={progress}
        listActions={listActions}
        onClose={onClose}
      />
      <DeleteAllDialog opened={isShown('delete-all')} total={total} listActions={listActions} onClose={onClose} />
      <StopAllDialog opened={isShown('stop-all')} progress={progress} listActions={listActions} onClose={onClose} />
    </>
  )
}

interface FormDialogsProps {
  isAdding: boolean
  isEditing: boolean
  task: Task | undefined
  copyOf: Task | undefined
  onAdded: (id: number | undefined) => void
  onClose: () => void
}

/** The forms are loaded with the dialogs, but do not hold them up. */
function FormDialogs({ isAdding, isEditing, task, copyOf, onAdded, onClose }: FormDialogsProps) {
  return (
    <Suspense fallback={null}>
      <TaskFormDialog opened={isAdding} copyOf={copyOf} onAdded={onAdded} onClose={onClose} />
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
  const restoreNote = useRestoreNote(1)
  return (
    <ConfirmModal
      opened={opened}
      title="Delete Sync Task"
      confirmLabel="Delete"
      isDangerous
      onConfirm={async () => (await taskActions.remove(task.id)) && onClose()}
      onClose={onClose}
    >
      {`Are you sure you want to delete "${taskName(task)}" (${task.task_type.name})? Its log and data copy go with it, but not the spreadsheets.${restoreNote}`}
    </ConfirmModal>
  )
}

interface ListDialogProps {
  opened: boolean
  listActions: ListActions
  onClose: () => void
}

interface ProgressDialogProps extends ListDialogProps {
  progress: readonly TaskProgress[]
}

function RunGroupDialog({ opened, group, listActions, onClose }: ListDialogProps & { group: TaskGroup }) {
  const run = async () => {
    await listActions.runGroup(group.typeId)
    onClose()
  }
  return (
    <ConfirmModal
      opened={opened}
      title="Run Group"
      confirmLabel={`Run ${countOf(countRuns(group.states), 'task')}`}
      onConfirm={run}
      onClose={onClose}
    >
      {hiddenRunsText(group)}
    </ConfirmModal>
  )
}

function ResetStatusDialog({ opened, progress, listActions, onClose }: ProgressDialogProps) {
  const count = countInProgress(progress)
  const reset = async () => {
    await listActions.resetStatus()
    onClose()
  }
  return (
    <ConfirmModal opened={opened} title="Reset Status" confirmLabel="Reset Status" onConfirm={reset} onClose={onClose}>
      {count === 1
        ? '1 task is in progress. If no server is working on it, it goes back to Pending; otherwise it keeps running.'
        : `${countOf(count, 'task')} are in progress. Those that no server is working on go back to Pending; the others keep running.`}
    </ConfirmModal>
  )
}

function DeleteAllDialog({ opened, total, listActions, onClose }: ListDialogProps & { total: number }) {
  const restoreNote = useRestoreNote(total)
  const remove = async () => {
    await listActions.removeAll()
    onClose()
  }
  return (
    <ConfirmModal
      opened={opened}
      title="Delete All Sync Tasks"
      confirmLabel={`Delete ${countOf(total, 'task')}`}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {`${total === 1 ? '1 task' : `All ${countOf(total, 'task')}`} will be deleted, including those hidden by filters.${restoreNote}`}
    </ConfirmModal>
  )
}

function StopAllDialog({ opened, progress, listActions, onClose }: ProgressDialogProps) {
  const { total, running, queued, failed } = countStoppable(progress)
  const stop = async () => {
    await listActions.stopAll()
    onClose()
  }
  return (
    <ConfirmModal
      opened={opened}
      title="Stop All Tasks"
      confirmLabel="Stop All"
      isDangerous
      isConfirmDisabled={total === 0}
      onConfirm={stop}
      onClose={onClose}
    >
      {`${countOf(total, 'task')} will be stopped: ${running} running, ${queued} queued${
        failed > 0 ? `, ${failed} waiting to retry` : ''
      }.`}
    </ConfirmModal>
  )
}
