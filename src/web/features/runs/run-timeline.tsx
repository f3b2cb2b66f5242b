import { SegmentedControl, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { api } from '#contract/api.ts'
import type { Reply } from '#contract/route.ts'
import type { UpcomingWave } from '#contract/wave.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import type { Tone } from '../../shared/task-tone.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PERIODS, type Period } from './period.ts'
import { RunPlot } from './run-plot.tsx'
import classes from './run-timeline.module.css'

/** The legend of the bar colors. */
const OUTCOMES: readonly { tone: Tone; label: string }[] = [
  { tone: 'teal', label: 'Success' },
  { tone: 'yellow', label: 'Warning or stopped' },
  { tone: 'red', label: 'Error, or failed and tried again' },
  { tone: 'orange', label: 'In progress' },
  { tone: 'blue', label: 'Queued' },
]

interface Props {
  query: UseQueryResult<Reply<typeof api.runs.timeline>>
  period: Period
  onSelectPeriod: (hours: string) => void
  upcoming: readonly UpcomingWave[]
}

/** A live timeline of past runs and upcoming waves by task type, around the present moment. */
export function RunTimeline({ query, period, onSelectPeriod, upcoming }: Props) {
  useFailureToast(query, 'Failed to fetch the run history.')
  const headingId = useId()
  const lanes = query.data?.lanes
  return (
    <section className={classes.box} aria-labelledby={headingId}>
      <div className={classes.head}>
        <Title order={2} size="h5" id={headingId}>
          Runs in the last {period.label}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Period"
          value={String(period.hours)}
          onChange={onSelectPeriod}
          data={PERIODS.map(({ hours, label }) => ({ value: String(hours), label }))}
        />
      </div>
      {query.isLoadingError && <LoadFailure title="Failed to fetch the run history." onRetry={query.refetch} />}
      {lanes?.length === 0 && <p className={classes.note}>No runs in the last {period.label}.</p>}
      {lanes && lanes.length > 0 && (
        <>
          <RunPlot lanes={lanes} period={period} upcoming={upcoming} />
          <Legend />
        </>
      )}
    </section>
  )
}

function Legend() {
  return (
    <div className={classes.foot}>
      <ul className={classes.legend} aria-label="Legend">
        {OUTCOMES.map(({ tone, label }) => (
          <li key={tone} data-tone={tone}>
            {label}
          </li>
        ))}
      </ul>
      <span className={classes.hint}>Arrow keys move between runs, Enter opens one.</span>
    </div>
  )
}
