import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DialogKind, DialogSubject, OpenDialog } from '../../../data/commands/command-context.ts'

/** A dialog with its subject. The subject is kept after closing, so the dialog does not change while it fades out. */
export interface ShownDialog extends DialogSubject {
  isOpen: boolean
  kind: DialogKind | undefined
}

const NONE: ShownDialog = { isOpen: false, kind: undefined }

/** The open dialog of the list and its subject. */
export function useDialog() {
  const [dialog, setDialog] = useState(NONE)
  const open: OpenDialog = useCallback((kind, subject = {}) => setDialog({ isOpen: true, kind, ...subject }), [])
  const close = useCallback(() => setDialog((now) => ({ ...now, isOpen: false })), [])
  return { dialog, open, close }
}

/** Opens the dialog named in the address, once. Going back does not open it again. */
export function useDialogInAddress(open: OpenDialog): void {
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const kind = search.get('dialog')
  const id = search.get('task')
  useEffect(() => {
    if (kind === null) return
    if (kind === 'add' || kind === 'stop-all') open(kind)
    else if (id !== null)
      void import('./open-task-dialog.ts').then(({ openTaskDialog }) =>
        openTaskDialog(queryClient, { kind, id: Number(id), open }),
      )
    const without = (now: URLSearchParams) => {
      now.delete('dialog')
      now.delete('task')
      return now
    }
    setSearch(without, { replace: true })
  }, [kind, id, open, setSearch, queryClient])
}
