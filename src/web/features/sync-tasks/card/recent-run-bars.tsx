import type { RecentRun } from '#contract/task.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatElapsed, formatExactTime } from '../../../lib/format.ts'
import { statusLabel, toneOfStatus } from '../../../ui/task-tone.ts'
import { barPercent, summarizeRuns } from './recent-runs.ts'
import classes from './task-card.module.css'

/** A task's recent runs as small bars: the color shows the outcome, the height the duration. */
export function RecentRunBars({ runs }: { runs: readonly RecentRun[] }) {
  const timezone = useAppInfo()?.timezone
  if (runs.length === 0) return <span />
  return (
    <span className={classes.runs} role="img" aria-label={summarizeRuns(runs)}>
      {runs.map((run) => (
        <span
          key={run.id}
          data-tone={toneOfStatus(run.status)}
          title={`${statusLabel(run.status)}, ${formatElapsed(run.seconds)}, ${formatExactTime(run.started_at, { timezone })}`}
          style={{ height: `${barPercent(run, runs)}%` }}
        />
      ))}
    </span>
  )
}
