import { useQuery } from '@tanstack/react-query'
import type { TaskOfWave, UpcomingWave } from '#contract/wave.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import { taskName } from '#domain/tasks/task-name.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { waveTasksQuery } from '../../data/runs.ts'
import { formatDay, formatTimeOfDay } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { LinkSection } from '../../shared/link-list/link-section.tsx'
import { WaveName } from '../../shared/link-list/wave-name.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { type Forecast, RunAllLine } from './run-all-line.tsx'
import { WaveLine } from './wave-line.tsx'
import { WaveTasks } from './wave-tasks.tsx'
import { describeEstimate, describeTrouble } from './wave-text.ts'

interface Props {
  waves: readonly UpcomingWave[]
  forecast: Forecast | undefined
}

/** Scheduled waves, one line each. A line opens to the tasks of the wave. */
export function UpcomingWaves({ waves, forecast }: Props) {
  const timezone = useAppInfo()?.timezone
  return (
    <LinkSection title="Next scheduled" aside={timezone && shortTimezoneName(timezone)} empty="Nothing is scheduled.">
      {forecast && <RunAllLine forecast={forecast} />}
      {waves.map((wave) => (
        <Upcoming key={`${wave.at} ${wave.every_minutes ?? ''}`} wave={wave} />
      ))}
    </LinkSection>
  )
}

function Upcoming({ wave }: { wave: UpcomingWave }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const timeOfDay = (at: string) => formatTimeOfDay(at, { timezone })
  return (
    <WaveLine
      lead={<time dateTime={wave.at}>{timeOfDay(wave.at)}</time>}
      facts={describeEstimate(wave)}
      aside={formatDay(wave.at, { nowMs, timezone })}
      details={describeTrouble(wave, { timeOfDay })}
      tasks={<TasksDue wave={wave} />}
    >
      <WaveName wave={wave} />
    </WaveLine>
  )
}

function TasksDue({ wave }: { wave: UpcomingWave }) {
  const query = useQuery(waveTasksQuery(wave))
  return (
    <QueryContent query={query} loading="Loading the tasks" failure="Failed to load the tasks">
      {({ tasks }) => <WaveTasks tasks={tasks.map(presentTask)} />}
    </QueryContent>
  )
}

function presentTask(task: TaskOfWave) {
  return { to: paths.task(task.id), name: taskName(task), typeName: task.task_type_name, note: NOTES[task.expected] }
}

const NOTES = { copy: null, fail: 'Will fail', hold: 'Stays held' } as const
