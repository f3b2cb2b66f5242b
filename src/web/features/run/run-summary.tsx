import type { RunDetails } from '#contract/run.ts'
import { pluralize } from '#domain/pluralize.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { formatShortTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { ExactTime } from '../../shared/exact-time.tsx'
import { StatusBadge } from '../../shared/status-badge.tsx'
import classes from './run-page.module.css'

/** The state of the run, who or what started it, and when. */
export function RunSummary({ run }: { run: RunDetails }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <p className={classes.summary}>
      <StatusBadge status={run.status} ended={run} />
      <span>
        {startedBy(run)},{' '}
        <ExactTime at={run.queued_at}>{formatShortTime(run.queued_at, { nowMs, timezone })}</ExactTime>
      </span>
      {run.waiting_for && <span className={classes.waiting}>{run.waiting_for}</span>}
      {run.is_held && <span className={classes.waiting}>{heldText(run)}</span>}
    </p>
  )
}

function heldText({ cells_changed }: RunDetails): string {
  return cells_changed === 0 ? 'Held: nothing was written' : 'Held after a first look had written'
}

const REQUESTS: Readonly<Record<RunDetails['scope'], string>> = {
  task: 'Run Task',
  group: 'Run Group',
  all: 'Run All',
}

/** 'Run All by ada@example.com with the API token "Nightly", one of 25 runs', 'Undo back to before run 12 by …' */
function startedBy({ origin, scope, undoes_before_run, token_name, triggered_by, wave_size }: RunDetails): string {
  const request = undoes_before_run === null ? REQUESTS[scope] : `Undo back to before run ${undoes_before_run}`
  const isByItself = origin === 'schedule' || origin === 'edit'
  const who = isByItself ? triggered_by : `${request} by ${triggered_by}`
  const token = token_name === null ? '' : ` with the API token "${token_name}"`
  const wave = wave_size > 1 ? `, one of ${pluralize(wave_size, 'run')}` : ''
  return `${who}${token}${wave}`
}
