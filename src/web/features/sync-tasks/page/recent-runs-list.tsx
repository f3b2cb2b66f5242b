import { Card } from '@mantine/core'
import { Link } from 'react-router'
import type { Run } from '#contract/run.ts'
import { countOf } from '#domain/count-of.ts'
import { shownCounts } from '#domain/runs/run-counts.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatElapsed, formatShortTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import { StatusBadge } from '../../../shared/status-badge.tsx'
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
        <StatusBadge status={run.status} ended={run} />
      </span>
      <Link className={classes.when} to={paths.run(run.task_id, run.id)} title={`Run ${run.id}`}>
        <ExactTime at={at}>{formatShortTime(at, { nowMs, timezone })}</ExactTime>
      </Link>
      <span className={classes.figures}>{figuresOf(run).join(' · ')}</span>
      <span className={classes.who} title={`Triggered by ${run.triggered_by}`}>
        {run.triggered_by}
      </span>
    </li>
  )
}

function figuresOf(run: Run): string[] {
  const { started_at, elapsed_seconds, rows, reads, writes, attempts_count } = run
  if (started_at === null) return ['Not started']
  return [
    formatElapsed(elapsed_seconds),
    ...(rows === null ? [] : [countOf(rows, 'row'), ...shownCounts(run).map(({ text }) => text)]),
    countOf(reads + writes, 'request'),
    ...(attempts_count > 1 ? [countOf(attempts_count, 'attempt')] : []),
  ]
}
