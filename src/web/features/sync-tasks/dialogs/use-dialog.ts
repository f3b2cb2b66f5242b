import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Task } from '#contract/task.ts'
import type { TaskGroup } from '../list/task-groups.ts'

type DialogKind = 'add' | 'duplicate' | 'edit' | 'delete' | 'run-group' | 'reset-status' | 'delete-all' | 'stop-all'

/** The subject of a dialog. It is kept after closing, so that the dialog does not change while it fades out. */
interface Subject {
  task?: Task
  group?: TaskGroup
}

export interface OpenDialog extends Subject {
  isOpen: boolean
  kind: DialogKind | undefined
}

export type OpenTaskDialog = ReturnType<typeof useDialog>['open']

const NONE: OpenDialog = { isOpen: false, kind: undefined }

/** The open dialog of the list and its subject. */
export function useDialog() {
  const [dialog, setDialog] = useState(NONE)
  const open = useCallback(
    (kind: DialogKind, subject: Subject = {}) => setDialog({ isOpen: true, kind, ...subject }),
    [],
  )
  const close = useCallback(() => setDialog((now) => ({ ...now, isOpen: false })), [])
  return { dialog, open, close }
}

/** Opens the dialog that the address names, once: going back does not open it again. */
export function useDialogInAddress(open: OpenTaskDialog): void {
  const [search, setSearch] = useSearchParams()
  const named = search.get('dialog')
  useEffect(() => {
    if (named === null) return
    if (named === 'add' || named === 'stop-all') open(named)
    const without = (now: URLSearchParams) => {
      now.delete('dialog')
      return now
    }
    setSearch(without, { replace: true })
  }, [named, open, setSearch])
}
