import { useCallback, useState } from 'react'
import type { Task } from '#contract/task.ts'

export type DialogKind = 'add' | 'edit' | 'delete' | 'copy-anyway' | 'delete-all' | 'stop-all'

export interface OpenDialog {
  isOpen: boolean
  kind: DialogKind | undefined
  /** Kept after closing, so that the dialog does not change while it fades out. */
  task: Task | undefined
}

const NONE: OpenDialog = { isOpen: false, kind: undefined, task: undefined }

/** The open dialog of the list and its task. */
export function useDialog() {
  const [dialog, setDialog] = useState(NONE)
  const open = useCallback((kind: DialogKind, task?: Task) => setDialog({ isOpen: true, kind, task }), [])
  const close = useCallback(() => setDialog((now) => ({ ...now, isOpen: false })), [])
  return { dialog, open, close }
}
