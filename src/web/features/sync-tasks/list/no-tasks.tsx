import { Anchor, Button } from '@mantine/core'
import { IconFilterOff, IconListCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { reloadTasks } from '../../../data/task-cache.ts'
import { paths } from '../../../lib/paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'

interface Props {
  /** Whether tasks exist, but no task matches the filter. */
  isFiltered: boolean
  hasFailed: boolean
  onAdd: () => void
}

/** Shown instead of an empty list. */
export function NoTasks({ isFiltered, hasFailed, onAdd }: Props) {
  const queryClient = useQueryClient()
  if (hasFailed) return <LoadFailure title="Failed to fetch sync tasks." onRetry={() => reloadTasks(queryClient)} />
  if (isFiltered)
    return (
      <EmptyState
        icon={<IconFilterOff size={22} stroke={1.6} aria-hidden />}
        title="No sync tasks match the selected filters."
      />
    )
  return (
    <EmptyState
      icon={<IconListCheck size={22} stroke={1.6} aria-hidden />}
      title="No sync tasks yet"
      hint={
        <>
          Add a task by pasting two links: to the spreadsheet to copy from, and to the one to copy to. You can also{' '}
          <Anchor component={Link} to={paths.importExport} inherit underline="always">
            import tasks from a CSV file
          </Anchor>
          .
        </>
      }
      action={<Button onClick={onAdd}>Add Task</Button>}
    />
  )
}
