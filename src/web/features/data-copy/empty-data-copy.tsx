import { IconTable } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Shown while a task has not copied any rows. */
export function EmptyDataCopy() {
  return (
    <EmptyState
      title="No rows copied yet"
      hint="Rows appear here after a run writes or verifies its target."
      icon={<IconTable size={22} aria-hidden />}
    />
  )
}
