import { useState } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { toast } from '../../lib/toast.tsx'
import { DraftNotices } from '../../shared/draft-notices.tsx'
import { DeleteTypeDialog } from './delete-type-dialog.tsx'
import { TaskTypeModal } from './task-type-modal.tsx'

/** The open dialog. It keeps its type while it fades out. */
interface OpenDialog {
  readonly kind: 'edit' | 'delete' | null
  readonly type: TaskType | null
}

/** Returns the dialogs of the task types screen, functions to open them, and the drafts that they offer. */
export function useTypeDialogs(types: readonly TaskType[]) {
  const [open, setOpen] = useState<OpenDialog>({ kind: null, type: null })
  const close = () => setOpen(({ type }) => ({ kind: null, type }))
  const restore = (id: number | undefined) => {
    const type = types.find((one) => one.id === id) ?? null
    if (id !== undefined && !type) toast.error('This task type no longer exists.')
    else setOpen({ kind: 'edit', type })
  }
  return {
    notices: <DraftNotices form="type" onContinue={restore} />,
    add: () => setOpen({ kind: 'edit', type: null }),
    onEdit: (type: TaskType) => setOpen({ kind: 'edit', type }),
    onDelete: (type: TaskType) => setOpen({ kind: 'delete', type }),
    dialogs: (
      <>
        <TaskTypeModal opened={open.kind === 'edit'} type={open.type} types={types} onClose={close} />
        <DeleteTypeDialog opened={open.kind === 'delete'} type={open.type} onClose={close} />
      </>
    ),
  }
}
