import { Card } from '@mantine/core'
import type { Run } from '#contract/run.ts'
import { countOf } from '#domain/count-of.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatElapsed, formatShortTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../ui/exact-time.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './task-page.module.css'

/** The last runs of a task: how each ended, when it started, what it did and who triggered it. */
export function RecentRunsList({ runs }: { runs: readonly Run[] }) {
  if (runs.length === 0) return null
  return (
    <Card padding="sm" component="section" aria-label="Recent runs">
      <h2 className={classes.heading}>Recent runs</h2>
      <ul className={classes.runs}>
        {runs.map((run) => (
          <RecentRun key={run.id} run={run} />
        ))}
      </ul>
    </Card>
  )
}

function RecentRun({ run }: { run: Run }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const at = run.started_at ?? run.queued_at
  return (
    <li className={classes.run}>
      <span className={classes.status}>
        <StatusBadge status={run.status} />
      </span>
      <ExactTime className={classes.when} at={at}>
        {formatShortTime(at, { nowMs, timezone })}
      </ExactTime>
      <span className={classes.figures}>{figuresOf(run).join(' · ')}</span>
      <span className={classes.who} title={`Triggered by ${run.triggered_by}`}>
        {run.triggered_by}
      </span>
    </li>
  )
}

function figuresOf({ started_at, elapsed_seconds, rows, cells_changed }: Run): string[] {
  if (started_at === null) return ['Not started']
  const took = formatElapsed(elapsed_seconds)
  return rows === null ? [took] : [took, countOf(rows, 'row'), `${countOf(cells_changed, 'cell')} changed`]
}
