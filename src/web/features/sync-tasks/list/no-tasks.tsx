import { Anchor, Button } from '@mantine/core'
import { IconFilterOff, IconListCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface Props {
  /** There are tasks, but none match the filter. */
  isFiltered: boolean
  hasFailed: boolean
  onAdd: () => void
}

/** Shown instead of an empty list. */
export function NoTasks({ isFiltered, hasFailed, onAdd }: Props) {
  if (hasFailed)
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={22} stroke={1.6} aria-hidden />}
        title="Failed to fetch sync tasks."
        hint="The list reloads when you are back online."
      />
    )
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
          A task copies a sheet from one spreadsheet to another. Each task belongs to a{' '}
          <Anchor component={Link} to={paths.taskTypes} inherit underline="always">
            task type
          </Anchor>
          . You can also{' '}
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
