import { Link } from 'react-router'
import type { Promises } from '#contract/overview.ts'
import { describeFreshnessCause } from '#domain/freshness/cause-text.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { LinkLine, TaskName } from '../../../shared/link-list/link-line.tsx'
import classes from '../../../shared/link-list/link-list.module.css'
import { LinkSection } from '../../../shared/link-list/link-section.tsx'
import { StatusDot } from '../../../shared/status-dot.tsx'

/** Targets that miss their freshness promise; nothing without promises. */
export function FreshnessSection({ promises }: { promises: Promises }) {
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  const { tasks_count: count, fresh, due, late, late_tasks: lateTasks } = promises
  if (count === 0) return null
  return (
    <LinkSection
      title="Freshness"
      aside={
        <span>
          {`${fresh} fresh, ${due} due, `}
          <Link to={paths.tasksOfFreshness('late')} className={classes.count}>{`${late} late`}</Link>
        </span>
      }
      empty="No target is late."
    >
      {lateTasks.map((task) => (
        <LinkLine
          key={task.id}
          to={paths.task(task.id)}
          lead={<StatusDot status="Error" />}
          aside={task.due_at && `since ${formatShortTime(task.due_at, { nowMs, timezone, hasSeconds: false })}`}
          detail={task.cause && `Late: ${describeFreshnessCause(task.cause)}.`}
        >
          <TaskName task={task} />
        </LinkLine>
      ))}
    </LinkSection>
  )
}
