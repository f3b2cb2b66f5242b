import { useQueryClient } from '@tanstack/react-query'
import type { OpenDialog } from '../../../data/commands/command-context.ts'
import { DraftNotices } from '../../../shared/draft-notices.tsx'
import { openTaskDialog } from './open-task-dialog.ts'

/** Offers drafts of tasks that were kept before the sign-in. */
export function TaskDrafts({ open }: { open: OpenDialog }) {
  const queryClient = useQueryClient()
  const restore = (id: number | undefined) =>
    id === undefined ? open('add') : void openTaskDialog(queryClient, { kind: 'edit', id, open })
  return <DraftNotices form="task" onContinue={restore} />
}
