import { Button, Card, Group, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activityQuery } from '../../../data/activity.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { ActivityList } from '../../../shared/activity-list.tsx'
import classes from './task-page.module.css'

const MAX_SHOWN = 10

/** The last changes of a task, and on request also what was done with its runs. */
export function TaskActivity({ taskId }: { taskId: number }) {
  const [withRuns, setWithRuns] = useState(false)
  const hasExtraCalls = useHasExtraCalls()
  const { data } = useInfiniteQuery({
    ...activityQuery({ taskId, withoutRuns: !withRuns }),
    enabled: hasExtraCalls,
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const entries = data.pages[0]?.entries.slice(0, MAX_SHOWN) ?? []
  return (
    <Card padding="sm" component="section" aria-label="Activity">
      <Group justify="space-between" gap="xs">
        <h2 className={classes.heading}>Activity</h2>
        <Button variant="subtle" size="compact-xs" aria-pressed={withRuns} onClick={() => setWithRuns(!withRuns)}>
          {withRuns ? 'Hide runs' : 'Show runs'}
        </Button>
      </Group>
      {entries.length > 0 ? (
        <ActivityList entries={entries} label="Changes of this task" taskId={taskId} />
      ) : (
        <Text size="sm" c="dimmed">
          No changes.
        </Text>
      )}
    </Card>
  )
}
