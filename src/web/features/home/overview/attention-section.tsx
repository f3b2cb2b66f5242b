import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type AttentionReason,
  type DepartedPerson,
  type ExpiredAccount,
  type Overview,
  STUCK_AFTER_HOURS,
  type TaskInNeed,
} from '#contract/overview.ts'
import { countOf } from '#domain/count-of.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { formatShortTime } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { ExactTime } from '../../../shared/exact-time.tsx'
import { RelativeTime } from '../../../shared/relative-time.tsx'
import { StatusDot } from '../../../shared/status-dot.tsx'
import classes from './overview.module.css'
import { OverviewLine, TaskName } from './overview-line.tsx'
import { OverviewSection } from './overview-section.tsx'

const STUCK_AFTER = STUCK_AFTER_HOURS === 1 ? 'an hour' : `${STUCK_AFTER_HOURS} hours`

/** The most urgent items: failed, stuck and held tasks, and accounts whose access has expired. */
export function AttentionSection({
  attention: { tasks, counts, accounts, departed, all_inactive: allInactive },
}: {
  attention: Overview['attention']
}) {
  return (
    <OverviewSection title="Needs attention" aside={<Counts counts={counts} />} empty="Nothing needs your attention.">
      {allInactive && <AllInactiveLine inactive={allInactive} />}
      {accounts.map((account) => (
        <AccountLine key={account.email} account={account} />
      ))}
      {departed.map((person) => (
        <DepartedLine key={person.email} person={person} />
      ))}
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} />
      ))}
    </OverviewSection>
  )
}

function AllInactiveLine({ inactive }: { inactive: NonNullable<Overview['attention']['all_inactive']> }) {
  const { since, by, tasks_count: count } = inactive
  const timezone = useAppInfo()?.timezone
  const nowMs = useNow(MINUTE_MS)
  return (
    <OverviewLine
      to={paths.tasks}
      lead={<StatusDot status="Warning" />}
      aside={countOf(count, 'task')}
      detail="No schedule runs them until somebody activates them."
    >
      <span className={classes.name}>
        All tasks are inactive
        {since !== null && (
          <>
            {' '}
            since <ExactTime at={since}>{formatShortTime(since, { nowMs, timezone })}</ExactTime>
          </>
        )}
        {by !== null && `, by ${by}`}
      </span>
    </OverviewLine>
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

/** A held task leads to where it is decided; any other to its log, which says why. */
function linkOf({ id, reason }: TaskInNeed): string {
  return reason === 'held' ? paths.heldTasks : paths.taskLogs(id)
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

/** Tasks are taken over by somebody else, and channels turned on again or deleted. */
function DepartedLine({ person: { email, held_tasks, channels, mail } }: { person: DepartedPerson }) {
  return (
    <li>
      <Link to={held_tasks > 0 ? paths.heldTasks : paths.alertChannels} className={classes.line}>
        <span className={classes.lead}>
          <StatusDot status="Warning" />
        </span>
        <span className={classes.what}>
          <span className={classes.name}>{email}</span>
        </span>
        <span className={classes.when}>May no longer sign in</span>
        <span className={classes.detail}>
          {held_tasks > 0 && `${countOf(held_tasks, 'task')} held until somebody takes over. `}
          {channels.length > 0 && `Alert channels turned off: ${channels.join(', ')}. `}
          {mail.length > 0 && `No longer mailed by: ${mail.join(', ')}.`}
        </span>
      </Link>
    </li>
  )
}

const COUNTS: readonly { reason: AttentionReason; label: string; to: string }[] = [
  { reason: 'failed', label: 'failed', to: paths.tasksInStatus('Error') },
  { reason: 'stuck', label: 'stuck', to: paths.schedule },
  { reason: 'held', label: 'held', to: paths.heldTasks },
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
