import type { NextTime, NightResult, Overview, RunInProgress } from '#contract/overview.ts'
import { shortTimezoneName } from '#domain/schedule/timezone.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatCount, formatDay, formatTimeOfDay } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { LinkLine } from '../../../shared/link-list/link-line.tsx'
import classes from '../../../shared/link-list/link-list.module.css'
import { LinkSection } from '../../../shared/link-list/link-section.tsx'
import { WaveName } from '../../../shared/link-list/wave-name.tsx'
import { describeNight } from '../../../shared/night-result.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'

/** Last night, now and the next wave, on a line each. Every line links to the page of runs. */
export function RunsSection({ overview }: { overview: Overview }) {
  const timezone = useAppInfo()?.timezone
  const { last_night: night, in_progress: inProgress, next_times: times } = overview
  const [next] = times
  const result = describeNight(night)
  return (
    <LinkSection
      title="Runs"
      aside={timezone && shortTimezoneName(timezone)}
      empty="Nothing ran, and nothing is scheduled."
    >
      {result && <LastNight night={night} result={result} />}
      {inProgress.count > 0 && <InProgress inProgress={inProgress} />}
      {next && <Next next={next} />}
    </LinkSection>
  )
}

interface NightProps {
  night: NightResult
  result: NonNullable<ReturnType<typeof describeNight>>
}

function LastNight({ night, result }: NightProps) {
  const timezone = useAppInfo()?.timezone
  const formatTime = (at: string) => formatTimeOfDay(at, { timezone })
  return (
    <LinkLine
      to={paths.runs}
      lead={<StatusDot status={result.worst} />}
      aside={`${formatTime(night.from)} – ${formatTime(night.to)}`}
    >
      <span className={classes.name}>Last night</span> <span>{result.text}</span>
    </LinkLine>
  )
}

function InProgress({
  inProgress: { runs, count },
}: {
  inProgress: { runs: readonly RunInProgress[]; count: number }
}) {
  const [first] = runs
  return (
    <LinkLine
      to={paths.runs}
      lead={<StatusDot status={first?.status ?? 'Running'} />}
      aside="Now"
      detail={first?.waiting_for}
    >
      <span className={classes.name}>{formatCount(count)} in progress</span>
    </LinkLine>
  )
}

function Next({ next }: { next: NextTime }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <LinkLine
      to={paths.runs}
      lead={<time dateTime={next.at}>{formatTimeOfDay(next.at, { timezone })}</time>}
      aside={formatDay(next.at, { nowMs, timezone })}
    >
      <WaveName wave={next} />
    </LinkLine>
  )
}
