import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { ScheduleEvent } from '#contract/schedule.ts'
import { pluralize } from '#domain/pluralize.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../data/app-info.ts'
import { formatShortTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useNow } from '../lib/use-now.ts'
import { ExactTime } from './exact-time.tsx'
import classes from './schedule-event-list.module.css'
import status from './status.module.css'
import type { Tone } from './task-tone.ts'

export const eventKinds = {
  missed: { label: 'Missed', tone: 'red' },
  late: { label: 'Late', tone: 'yellow' },
  skipped: { label: 'Skipped', tone: 'gray' },
} as const satisfies Record<ScheduleEvent['kind'], { label: string; tone: Tone }>

/** Lists scheduled times that did not run as planned, with their outcomes. */
export function ScheduleEventList({ events }: { events: readonly ScheduleEvent[] }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <ul className={classes.events} aria-label="Missed, late and skipped">
      {events.map((event) => {
        const { label, tone } = eventKinds[event.kind]
        return (
          <li key={event.id} className={classes.event}>
            <span className={status.badge} data-tone={tone}>
              {label}
            </span>
            <span className={classes.what}>
              <span className={classes.who}>
                <Concerned event={event} />
              </span>
              <span className={classes.done}>{event.message}</span>
            </span>
            <ExactTime at={event.due_at} className={classes.at}>
              {formatShortTime(event.due_at, { nowMs, hasSeconds: false, timezone })}
            </ExactTime>
          </li>
        )
      })}
    </ul>
  )
}

function Concerned({ event: { is_run_all: isRunAll, tasks, count } }: { event: ScheduleEvent }) {
  if (isRunAll) return <>Run All{count > 0 && `: ${pluralize(count, 'task')}`}</>
  const others = count - tasks.length
  return (
    <>
      {tasks.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={paths.task(id)} inherit underline="always">
            {name}
          </Anchor>
        </span>
      ))}
      {others > 0 && (tasks.length > 0 ? ` and ${pluralize(others, 'other task')}` : pluralize(others, 'task'))}
    </>
  )
}
