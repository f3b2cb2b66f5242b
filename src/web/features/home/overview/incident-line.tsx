import { Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { AttentionIncident, AttentionReason } from '#contract/overview.ts'
import type { RunStatus } from '#contract/task-progress.ts'
import { incidentTitle } from '#domain/incidents/incident-text.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { paths } from '../../../lib/paths.ts'
import { FixButton } from '../../../shared/fix-button.tsx'
import classes from '../../../shared/link-list/link-list.module.css'
import { PreviewLoss } from '../../../shared/preview-loss.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { RunAffected } from '../../../shared/run-affected.tsx'
import { StatusDot } from '../../../shared/status-dot.tsx'

const STATUSES: Readonly<Record<AttentionReason, (typeof RunStatus.options)[number]>> = {
  failed: 'Error',
  stuck: 'Queued',
  held: 'Warning',
  not_run: 'Warning',
  warning: 'Warning',
}

/** An incident: its cause and effects, a link to details, and a button for the fix. */
export function IncidentLine({ incident }: { incident: AttentionIncident }) {
  const { reason, message, fix, since, tasks, owners, tasks_count: tasksCount, stopped_count: stoppedCount } = incident
  const first = buildTitle(tasks[0])
  const others = tasksCount > 1 ? tasks.map(buildTitle).join(', ') : undefined
  return (
    <li className={classes.line}>
      <span className={classes.lead}>
        <StatusDot status={STATUSES[reason]} />
      </span>
      <Link to={findEvidencePath(incident)} className={classes.cause}>
        {incidentTitle({ reason, first, tasksCount, stoppedCount })}
      </Link>
      <span className={classes.when}>
        <RelativeTime at={since} />
      </span>
      {message !== null && (
        <span className={classes.why}>
          {message} {fix}
        </span>
      )}
      {others !== undefined && (
        <span className={classes.detail} title={others}>
          {others}
          {tasksCount > tasks.length && ` and ${(tasksCount - tasks.length).toLocaleString('en-US')} more`}
        </span>
      )}
      {owners.length > 0 && (
        <span className={classes.detail}>{`${owners.length === 1 ? 'Owner' : 'Owners'}: ${owners.join(', ')}`}</span>
      )}
      <Help incident={incident} title={first} />
    </li>
  )
}

function Help({ incident, title }: { incident: AttentionIncident; title: string }) {
  const { reason, cause, tasks, tasks_count: tasksCount, stopped_count: stoppedCount, fix_action: action } = incident
  const [task] = tasks
  if (!task || reason === 'stuck') return null
  const isDecidedInTable = reason === 'held' && (tasksCount > 1 || cause === 'owner_left')
  return (
    <Group gap="xs" mt={4} className={classes.why}>
      {isDecidedInTable && (
        <Button component={Link} to={paths.heldTasks} variant="default" size="xs">
          {tasksCount === 1 ? 'Decide' : `Decide on ${tasksCount.toLocaleString('en-US')}`}
        </Button>
      )}
      {reason === 'held' && !isDecidedInTable && <PreviewLoss taskId={task.id} title={title} />}
      {reason !== 'held' && <RunAffected {...{ taskId: task.id, title, tasksCount, stoppedCount }} />}
      {action && <FixButton action={action} />}
    </Group>
  )
}

function buildTitle(task: AttentionIncident['tasks'][number] | undefined): string {
  return task ? withTypeName(taskName(task), task.task_type_name) : ''
}

/** Path to the details: the run of a single task, or the tasks with this cause. */
function findEvidencePath({
  reason,
  tasks: [task],
  tasks_count: count,
  stopped_by: stopper,
}: AttentionIncident): string {
  if (reason === 'held') return paths.heldTasks
  if (reason === 'not_run' && stopper) return paths.task(stopper.id)
  if (reason === 'stuck') return task && count === 1 ? paths.task(task.id) : paths.runs
  if (!task || count > 1) return paths.tasksInStatus(reason === 'failed' ? 'Error' : 'Warning')
  return paths.run(task.id, task.run_id)
}
