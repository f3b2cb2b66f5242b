import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'

interface Props {
  /** The title of the screen without its task. */
  title: string
  backTo: string
}

/** The screen of a task that does not exist. */
export function TaskNotFound({ title, backTo }: Props) {
  return (
    <>
      <PageHeader title={title} backTo={backTo} />
      <EmptyState title="Sync task not found." />
    </>
  )
}
