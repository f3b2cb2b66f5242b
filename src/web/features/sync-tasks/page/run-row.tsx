import { Link } from 'react-router'
import type { Run } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { shownCounts } from '#domain/runs/run-counts.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatElapsed, formatShortTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import { StatusBadge } from '../../../shared/status-badge.tsx'
import { RunCells } from './run-cells.tsx'
import classes from './task-history.module.css'

/** A run in the history: its result, changed cells, start, other figures, and who triggered it. */
export function RunRow({ run, listsCells }: { run: Run; listsCells: boolean }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const at = run.started_at ?? run.queued_at
  return (
    <li className={classes.run}>
      <span className={classes.status}>
        <StatusBadge status={run.status} ended={run} />
      </span>
      <span className={classes.changed}>{changedIn(run)}</span>
      <Link className={classes.when} to={paths.run(run.task_id, run.id)} title={`Run ${run.id}`}>
        <ExactTime at={at}>{formatShortTime(at, { nowMs, timezone })}</ExactTime>
      </Link>
      <span className={classes.figures}>{listFigures(run).join(' · ')}</span>
      <span className={classes.who} title={`Triggered by ${run.triggered_by}`}>
        {run.triggered_by}
      </span>
      {listsCells && <RunCells run={run} />}
    </li>
  )
}

function changedIn(run: Run): string {
  if (run.started_at === null) return 'Not started'
  return run.rows === null
    ? ''
    : shownCounts(run)
        .map(({ text }) => text)
        .join(' · ')
}

function listFigures({ started_at, elapsed_seconds, rows, reads, writes, attempts_count }: Run): string[] {
  if (started_at === null) return []
  return [
    ...(rows === null ? [] : [pluralize(rows, 'row')]),
    formatElapsed(elapsed_seconds),
    pluralize(reads + writes, 'request'),
    ...(attempts_count > 1 ? [pluralize(attempts_count, 'attempt')] : []),
  ]
}
