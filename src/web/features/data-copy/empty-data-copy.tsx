import { IconTable } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown while a task has not copied any rows, and where its type keeps no cells. */
export function EmptyDataCopy({ keepsCells = true }: { keepsCells?: boolean | undefined }) {
  const [title, hint] = keepsCells
    ? ['No rows copied yet', 'Rows appear here after a run writes or verifies its target.']
    : ['No rows kept', "The task type keeps no cells. Open the target to see its rows, or change the type's settings."]
  return <EmptyState title={title} hint={hint} icon={<IconTable size={22} aria-hidden />} />
}
