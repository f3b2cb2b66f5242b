import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { Task } from '#contract/task.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import type { CommandContext } from '../../../data/commands/command-context.ts'
import { useRestoreNote } from '../../../data/show-deleted.ts'
import { paths } from '../../../lib/paths.ts'
import { ADDED_MS } from '../../../lib/toast.tsx'
import { offerNext } from '../../../lib/toast-offers.tsx'
import { ConfirmModal } from '../../../ui/confirm-modal.tsx'
import type { ShownDialog } from './use-dialog.ts'

const TaskFormDialog = lazy(async () => ({ default: (await import('../form/task-form-dialog.tsx')).TaskFormDialog }))

export interface TaskDialogsProps {
  dialog: ShownDialog
  context: CommandContext
  /** Called with the ID of a new task; unknown on servers that do not send it. */
  onAdded?: (id: number | undefined) => void
  onDeleted?: () => void
  onClose: () => void
}

/** Dialogs with the forms of a task and the question before its deletion. The forms load at once but do not delay the rest. */
export function TaskDialogs({ dialog, context, onAdded, onDeleted, onClose }: TaskDialogsProps) {
  const { isOpen, kind, task } = dialog
  const offerAdded = useAddedToast(context)
  const remove = async (id: number) => {
    if (!(await context.taskActions.remove(id))) return
    onClose()
    onDeleted?.()
  }
  return (
    <>
      <Suspense fallback={null}>
        <TaskFormDialog
          opened={isOpen && (kind === 'add' || kind === 'duplicate')}
          copyOf={kind === 'duplicate' ? task : undefined}
          onAdded={(id) => {
            onAdded?.(id)
            offerAdded(id)
          }}
          onClose={onClose}
        />
        <TaskFormDialog opened={isOpen && kind === 'edit'} task={task} onClose={onClose} />
      </Suspense>
      {task && (
        <DeleteDialog
          opened={isOpen && kind === 'delete'}
          task={task}
          onConfirm={() => remove(task.id)}
          onClose={onClose}
        />
      )}
    </>
  )
}

/** Offers the usual next steps for a new task. */
function useAddedToast({ taskActions, preview }: CommandContext) {
  const navigate = useNavigate()
  return (id: number | undefined) => {
    const actions: Record<string, () => void> = {}
    if (id !== undefined) actions['Run'] = () => void taskActions.run(id)
    if (id !== undefined) actions['Open'] = () => void navigate(paths.task(id))
    if (id !== undefined && preview) actions['Preview'] = () => void preview({ task_ids: [id] })
    offerNext('Sync task added', { actions, timeoutMs: ADDED_MS })
  }
}

interface DeleteProps {
  opened: boolean
  task: Task
  onConfirm: () => Promise<void>
  onClose: () => void
}

function DeleteDialog({ task, ...dialog }: DeleteProps) {
  const restoreNote = useRestoreNote(1)
  return (
    <ConfirmModal {...dialog} title="Delete Sync Task" confirmLabel="Delete" isDangerous>
      {`Are you sure you want to delete "${taskName(task)}" (${task.task_type.name})? Its log and data copy go with it, but not the spreadsheets.${restoreNote}`}
    </ConfirmModal>
  )
}
