import type { z } from 'zod'
import type { NightResult } from '#contract/overview.ts'
import type { RunStatus } from '#contract/task-progress.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatCount, formatTimeOfDay } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import classes from './overview.module.css'
import { OverviewLine, TaskName } from './overview-line.tsx'
import { OverviewSection } from './overview-section.tsx'

const OUTCOMES: readonly {
  field: keyof Omit<NightResult, 'from' | 'to' | 'runs'>
  status: z.infer<typeof RunStatus>
  label: string
}[] = [
  { field: 'failed', status: 'Error', label: 'ended in Error' },
  { field: 'warnings', status: 'Warning', label: 'ended with a warning' },
  { field: 'stopped', status: 'Stopped', label: 'stopped' },
  { field: 'succeeded', status: 'Success', label: 'succeeded' },
]

/** How the runs of the night ended, with a link to each of the latest that did not succeed. */
export function LastNightSection({ night }: { night: NightResult }) {
  const timezone = useAppInfo()?.timezone
  const timeOf = (at: string) => formatTimeOfDay(at, { timezone })
  return (
    <OverviewSection
      title="Last night"
      aside={timezone && `${timeOf(night.from)} – ${timeOf(night.to)} ${shortTimezoneName(timezone)}`}
      empty="No runs ended last night."
    >
      {OUTCOMES.filter(({ field }) => night[field] > 0).map(({ field, status, label }) => (
        <OverviewLine key={field} to={paths.timeline} lead={<StatusDot status={status} />}>
          <span className={classes.name}>{formatCount(night[field])}</span> <span>{label}</span>
        </OverviewLine>
      ))}
      {night.runs.map((run) => (
        <OverviewLine
          key={run.run_id}
          to={paths.run(run.id, run.run_id)}
          lead={<StatusDot status={run.status} />}
          aside={timeOf(run.ended_at)}
        >
          <TaskName task={run} />
        </OverviewLine>
      ))}
    </OverviewSection>
  )
}
