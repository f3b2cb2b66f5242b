import type { RecentRun } from '#contract/task.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatDateTime, formatElapsed } from '../../../lib/format.ts'
import { statusLabel, toneOfStatus } from '../../../ui/task-tone.ts'
import { barPercent, runsInWords } from './recent-runs.ts'
import classes from './task-card.module.css'

/** A task's last runs as small bars: the colour is the outcome, the height how long each took. */
export function RecentRunBars({ runs }: { runs: readonly RecentRun[] }) {
  const timezone = useAppInfo()?.timezone
  if (runs.length === 0) return <span />
  return (
    <span className={classes.runs} role="img" aria-label={runsInWords(runs)}>
      {runs.map((run) => (
        <span
          key={run.id}
          data-tone={toneOfStatus(run.status)}
          title={`${statusLabel(run.status)}, ${formatElapsed(run.seconds)}, ${formatDateTime(run.started_at, timezone === undefined ? {} : { timezone })}`}
          style={{ height: `${barPercent(run, runs)}%` }}
        />
      ))}
    </span>
  )
}
