import { useQueryClient } from '@tanstack/react-query'
import { taskQuery } from '../../../data/tasks.ts'
import { statusOf } from '../../../lib/call-error.ts'
import { toastFailure } from '../../../lib/toast.tsx'
import { DraftNotices } from '../../../shared/draft-notices.tsx'
import type { OpenTaskDialog } from './use-dialog.ts'

/** Offers the drafts of tasks from before the sign-in; the task of a draft may be on another page of the list. */
export function TaskDrafts({ open }: { open: OpenTaskDialog }) {
  const queryClient = useQueryClient()
  const restore = async (id: number | undefined) => {
    if (id === undefined) return open('add')
    try {
      open('edit', { task: await queryClient.fetchQuery(taskQuery(id)) })
    } catch (error) {
      const isGone = statusOf(error) === 404
      toastFailure(error, {
        message: isGone ? 'This sync task no longer exists.' : 'Failed to fetch sync task. Please try again later.',
      })
    }
  }
  return <DraftNotices form="task" onContinue={restore} />
}
