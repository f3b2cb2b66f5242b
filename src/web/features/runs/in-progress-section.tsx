import { Link } from 'react-router'
import type { Overview, RunInProgress } from '#contract/overview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { LinkLine, TaskName } from '../../shared/link-list/link-line.tsx'
import classes from '../../shared/link-list/link-list.module.css'
import { LinkSection } from '../../shared/link-list/link-section.tsx'
import { StatusDot } from '../../shared/status-dot.tsx'
import { statusLabel } from '../../shared/task-tone.ts'

/** The runs in progress: running first, then waiting. */
export function InProgressSection({ inProgress: { runs, count } }: { inProgress: Overview['in_progress'] }) {
  return (
    <LinkSection
      title="In progress"
      aside={
        count > runs.length && (
          <Link to={paths.tasks} className={classes.count}>
            All {formatCount(count)}
          </Link>
        )
      }
      empty="Nothing is running."
    >
      {runs.map((run) => (
        <LinkLine
          key={run.id}
          to={paths.task(run.id)}
          lead={<StatusDot status={run.status} />}
          aside={progressText(run)}
          detail={run.waiting_for}
        >
          <TaskName task={run} />
        </LinkLine>
      ))}
    </LinkSection>
  )
}

function progressText({ status, rows_done, rows_total }: RunInProgress): string {
  if (status === 'Failed') return 'Retries by itself'
  if (status !== 'Running' || rows_done === null || rows_total === null) return statusLabel(status)
  return `${formatCount(rows_done)} of ${pluralize(rows_total, 'row')}`
}
