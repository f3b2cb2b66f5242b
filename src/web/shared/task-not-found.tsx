import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface Props {
  /** Title of the screen, without the name of a task. */
  title: string
  backTo: string
}

/** Screen shown for a task that does not exist. */
export function TaskNotFound({ title, backTo }: Props) {
  return (
    <>
      <PageHeader title={title} backTo={backTo} />
      <EmptyState title="Sync task not found." />
    </>
  )
}
