import { Card } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { scheduleEventsQuery } from '../../../data/schedules.ts'
import { ScheduleEventList } from '../../../shared/schedule-event-list.tsx'
import classes from './task-page.module.css'

const MAX_SHOWN = 5

/** The last scheduled times of a task that did not run as planned. */
export function TaskScheduleEvents({ taskId }: { taskId: number }) {
  const { data } = useInfiniteQuery(scheduleEventsQuery({ taskId }))
  const events = data?.pages[0]?.events.slice(0, MAX_SHOWN) ?? []
  if (events.length === 0) return null
  return (
    <Card padding="sm" component="section" aria-label="Missed, late and skipped">
      <h2 className={classes.heading}>Missed, late and skipped</h2>
      <ScheduleEventList events={events} />
    </Card>
  )
}
