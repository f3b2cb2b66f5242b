import { Button, Card, Group, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activityQuery } from '../../../data/activity.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { ActivityList } from '../../../shared/activity-list.tsx'
import { ShowOlder } from '../../../ui/show-older.tsx'

/** Who changed what in a task, and on request also what was done with its runs. */
export function TaskChanges({ taskId }: { taskId: number }) {
  const [withRuns, setWithRuns] = useState(false)
  const hasExtraCalls = useHasExtraCalls()
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...activityQuery({ taskId, withoutRuns: !withRuns }),
    enabled: hasExtraCalls,
    placeholderData: keepPreviousData,
  })
  const entries = data?.pages.flatMap((page) => page.entries)
  if (!entries) return null
  return (
    <Card padding="md">
      <Group justify="flex-end">
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
      {hasNextPage && <ShowOlder onPress={fetchNextPage} />}
    </Card>
  )
}
