import { Group, SegmentedControl, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ScheduleEventKind } from '#contract/schedule-event.ts'
import { scheduleEventsQuery } from '../../data/schedules.ts'
import { eventKinds, ScheduleEventList } from '../../shared/schedule-event-list.tsx'
import { ShowOlder } from '../../ui/show-older.tsx'
import classes from './scheduled-tasks.module.css'

const KINDS = [
  { value: '', label: 'All' },
  ...Object.entries(eventKinds).map(([value, { label }]) => ({ value, label })),
]

/** Scheduled times that did not run as planned; nothing if all did. */
export function ScheduleEvents() {
  const [kind, setKind] = useState<ScheduleEventKind>()
  const query = useInfiniteQuery({ ...scheduleEventsQuery({ kind }), placeholderData: keepPreviousData })
  const headingId = useId()
  const events = query.data?.pages.flatMap((page) => page.events) ?? []
  if (events.length === 0 && kind === undefined) return null
  return (
    <section className={classes.events} aria-labelledby={headingId}>
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h5" id={headingId}>
          Missed, late and skipped
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Kind"
          value={kind ?? ''}
          onChange={(value) => setKind(ScheduleEventKind.safeParse(value).data)}
          data={KINDS}
        />
      </Group>
      {events.length === 0 ? <p className={classes.none}>None.</p> : <ScheduleEventList events={events} />}
      {query.hasNextPage && <ShowOlder onPress={query.fetchNextPage} size="compact-sm" />}
    </section>
  )
}
