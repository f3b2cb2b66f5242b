import { Card } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { activityQuery } from '../../../data/activity.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { ActivityList } from '../../../shared/activity-list.tsx'
import classes from './task-page.module.css'

const MAX_SHOWN = 10

/** The last changes of a task. */
export function TaskActivity({ taskId }: { taskId: number }) {
  const hasExtraCalls = useHasExtraCalls()
  const { data } = useInfiniteQuery({ ...activityQuery({ taskId }), enabled: hasExtraCalls })
  const entries = data?.pages[0]?.entries.slice(0, MAX_SHOWN) ?? []
  if (entries.length === 0) return null
  return (
    <Card padding="sm" component="section" aria-label="Activity">
      <h2 className={classes.heading}>Activity</h2>
      <ActivityList entries={entries} label="Changes of this task" taskId={taskId} />
    </Card>
  )
}
