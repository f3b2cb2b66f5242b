import type { TaskProgress } from '#contract/task-progress.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { DialogKind } from '../../../data/commands/command-context.ts'
import { countStoppable } from '../../../data/commands/count-stoppable.ts'
import { hiddenRunsText } from '../../../data/commands/hidden-runs-text.ts'
import type { ListActions } from '../../../data/commands/list-actions.ts'
import { countInProgress } from '../../../data/commands/list-rules.ts'
import { countRuns, type TaskGroup } from '../../../data/commands/task-groups.ts'
import { useRestoreNote } from '../../../data/show-deleted.ts'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import { TaskDialogs, type TaskDialogsProps } from './task-dialogs.tsx'

interface Props extends TaskDialogsProps {
  total: number
  progress: readonly TaskProgress[]
}

/**
 * Dialogs of the list; at most a single dialog is open. Their code loads on the first interaction with the page, before any of
 * them opens.
 */
export function ListDialogs({ total, progress, ...props }: Props) {
  const { dialog, context, onClose } = props
  const { isOpen, kind, group } = dialog
  const list = (shown: DialogKind) => ({ opened: isOpen && kind === shown, listActions: context.listActions, onClose })
  return (
    <>
      <TaskDialogs {...props} />
      {group && <RunGroupDialog {...list('run-group')} group={group} />}
      <ResetStatusDialog {...list('reset-status')} progress={progress} />
      <DeleteAllDialog {...list('delete-all')} total={total} />
      <StopAllDialog {...list('stop-all')} progress={progress} />
    </>
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
      confirmLabel={`Run ${pluralize(countRuns(group.states), 'task')}`}
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
        : `${pluralize(count, 'task')} are in progress. Those that no server is working on go back to Pending; the others keep running.`}
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
      confirmLabel={`Delete ${pluralize(total, 'task')}`}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {`${total === 1 ? '1 task' : `All ${pluralize(total, 'task')}`} will be deleted, including those hidden by filters.${restoreNote}`}
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
      {`${pluralize(total, 'task')} will be stopped: ${running} running, ${queued} queued${
        failed > 0 ? `, ${failed} waiting to retry` : ''
      }.`}
    </ConfirmModal>
  )
}
