import { useQuery } from '@tanstack/react-query'
import type { NextTime } from '#contract/overview.ts'
import { countOf } from '#domain/count-of.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { forecastQuery } from '../../../data/runs.ts'
import { formatDay, formatTimeOfDay } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import classes from './overview.module.css'
import { OverviewLine, TaskName } from './overview-line.tsx'
import { OverviewSection } from './overview-section.tsx'

/** The next scheduled runs, the first of them with the estimate for it if all tasks run. */
export function NextTimesSection({ times }: { times: readonly NextTime[] }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const { data: forecast } = useQuery({ ...forecastQuery(), enabled: times[0]?.is_run_all === true })
  return (
    <OverviewSection
      title="Next scheduled"
      aside={timezone && shortTimezoneName(timezone)}
      empty="Nothing is scheduled."
    >
      {times.map((next, index) => (
        <OverviewLine
          key={`${next.at} ${next.every_minutes ?? ''}`}
          to={next.task ? paths.task(next.task.id) : paths.schedule}
          lead={<time dateTime={next.at}>{formatTimeOfDay(next.at, { timezone })}</time>}
          aside={formatDay(next.at, { nowMs, timezone })}
          detail={detailOf(next, index === 0 ? forecast?.text : undefined)}
        >
          <WhatRuns next={next} />
        </OverviewLine>
      ))}
    </OverviewSection>
  )
}

function detailOf({ is_run_all, every_minutes }: NextTime, estimate: string | null | undefined) {
  if (is_run_all) return estimate
  return every_minutes != null && `Every ${every_minutes} min, in turn`
}

function WhatRuns({ next: { is_run_all, tasks_count, task } }: { next: NextTime }) {
  if (task) return <TaskName task={task} />
  const tasks = countOf(tasks_count, 'task')
  if (!is_run_all) return <span className={classes.name}>{tasks}</span>
  return (
    <>
      <span className={classes.name}>Run All</span> <span className={classes.type}>{tasks}</span>
    </>
  )
}
