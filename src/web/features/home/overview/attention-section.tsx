import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type AttentionReason,
  type ExpiredAccount,
  type Overview,
  STUCK_AFTER_HOURS,
  type TaskInNeed,
} from '#contract/overview.ts'
import { paths } from '../../../lib/paths.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import classes from './overview.module.css'
import { OverviewLine, TaskName } from './overview-line.tsx'
import { OverviewSection } from './overview-section.tsx'

const STUCK_AFTER = STUCK_AFTER_HOURS === 1 ? 'an hour' : `${STUCK_AFTER_HOURS} hours`

/** What a person should know first: failed, stuck and held tasks, and accounts whose access has expired. */
export function AttentionSection({ attention: { tasks, counts, accounts } }: { attention: Overview['attention'] }) {
  return (
    <OverviewSection title="Needs attention" aside={<Counts counts={counts} />} empty="Nothing needs your attention.">
      {accounts.map((account) => (
        <AccountLine key={account.email} account={account} />
      ))}
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} />
      ))}
    </OverviewSection>
  )
}

function TaskLine({ task }: { task: TaskInNeed }) {
  return (
    <OverviewLine
      to={linkOf(task)}
      lead={<StatusDot status={task.status} />}
      aside={
        <>
          {reasonText(task)} <RelativeTime at={task.since} />
        </>
      }
      detail={task.message}
    >
      <TaskName task={task} />
    </OverviewLine>
  )
}

/** A held task leads to its card, whose button copies anyway; any other to its log, which says why. */
function linkOf({ id, name, reason, sync_task_type_id: typeId }: TaskInNeed): string {
  return reason === 'held' ? paths.taskInList({ typeId, name }) : paths.taskLogs(id)
}

function reasonText({ reason, status }: TaskInNeed): string {
  if (reason === 'stuck') return `${status === 'Queued' ? 'Waiting' : 'Running'} for more than ${STUCK_AFTER}, since`
  return { failed: 'Failed', held: 'Held, nothing written', warning: 'Ended with a warning' }[reason]
}

/** Connecting again renews the access. */
function AccountLine({ account: { email, expired_at } }: { account: ExpiredAccount }) {
  return (
    <li>
      <Link to={paths.access} className={classes.line}>
        <span className={classes.lead}>
          <StatusDot status="Error" />
        </span>
        <span className={classes.what}>
          <span className={classes.name}>{email}</span>
        </span>
        <span className={classes.when}>
          Access expired <RelativeTime at={expired_at} />
        </span>
        <span className={classes.detail}>
          Its tasks cannot read or write spreadsheets. Sign in with this account and connect it again.
        </span>
      </Link>
    </li>
  )
}

const COUNTS: readonly { reason: AttentionReason; label: string; to: string }[] = [
  { reason: 'failed', label: 'failed', to: paths.tasksInStatus('Error') },
  { reason: 'stuck', label: 'stuck', to: paths.schedule },
  { reason: 'held', label: 'held', to: paths.tasksInStatus('Warning') },
  { reason: 'warning', label: 'with a warning', to: paths.tasksInStatus('Warning') },
]

/** How many there are for each reason, each with a link to them all. */
function Counts({ counts }: { counts: Overview['attention']['counts'] }): ReactNode {
  return COUNTS.filter(({ reason }) => counts[reason] > 0).map(({ reason, label, to }) => (
    <Link key={reason} to={to} className={classes.count}>
      {counts[reason].toLocaleString('en-US')} {label}
    </Link>
  ))
}
