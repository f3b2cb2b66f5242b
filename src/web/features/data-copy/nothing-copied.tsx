import { IconTable } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Stands in the place of the rows of a task that has not copied any. */
export function NothingCopied() {
  return (
    <EmptyState
      title="No rows have been copied yet"
      hint="After a run that wrote or verified its target, the rows it copied are kept here."
      icon={<IconTable size={22} aria-hidden />}
    />
  )
}
