import { Anchor, Button } from '@mantine/core'
import { IconFilterOff, IconListCheck, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

interface Props {
  /** There are tasks, but the filter lets none through. */
  isFiltered: boolean
  /** The tasks could not be read. */
  isUnread: boolean
  onAdd: () => void
}

/** Stands where the list would be, and says what to do about it. */
export function NoTasks({ isFiltered, isUnread, onAdd }: Props) {
  if (isUnread)
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={22} stroke={1.6} aria-hidden />}
        title="Failed to fetch sync tasks."
        hint="The list is read again once the connection is back."
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
          A task copies a tab of one spreadsheet into another. Each belongs to a{' '}
          <Anchor component={Link} to={paths.taskTypes} inherit underline="always">
            task type
          </Anchor>
          ; many can be{' '}
          <Anchor component={Link} to={paths.importExport} inherit underline="always">
            imported from a CSV file
          </Anchor>
          .
        </>
      }
      action={<Button onClick={onAdd}>Add Task</Button>}
    />
  )
}
