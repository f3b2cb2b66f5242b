import type { QueryClient } from '@tanstack/react-query'
import type { OpenDialog, TaskDialogKind } from '../../../data/commands/command-context.ts'
import { taskQuery } from '../../../data/tasks.ts'
import { readStatus } from '../../../lib/call-error.ts'
import { toastFailure } from '../../../lib/toast.tsx'

const KINDS: readonly TaskDialogKind[] = ['edit', 'duplicate', 'delete']

interface AskedDialog {
  /** Kind from an address; an unknown kind opens no dialog. */
  kind: string
  id: number
  open: OpenDialog
}

/** Opens a dialog about a task, which may be on another page of the list. */
export async function openTaskDialog(queryClient: QueryClient, { kind, id, open }: AskedDialog): Promise<void> {
  const known = KINDS.find((name) => name === kind)
  if (known === undefined) return
  try {
    open(known, { task: await queryClient.fetchQuery(taskQuery(id)) })
  } catch (error) {
    const isGone = readStatus(error) === 404
    toastFailure(error, {
      message: isGone ? 'This sync task no longer exists.' : 'Failed to fetch sync task. Please try again later.',
    })
  }
}
