import { Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { AttentionReason, Overview } from '#contract/overview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { formatCount } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import classes from '../../../shared/link-list/link-list.module.css'

const REASONS: readonly { reason: AttentionReason; label: (count: number) => string; to: string }[] = [
  { reason: 'failed', label: (count) => pluralize(count, 'error'), to: paths.tasksInStatus('Error') },
  { reason: 'stuck', label: (count) => `${formatCount(count)} stuck`, to: paths.runs },
  { reason: 'held', label: (count) => `${formatCount(count)} held`, to: paths.heldTasks },
  { reason: 'not_run', label: (count) => `${formatCount(count)} not run`, to: paths.tasksInStatus('Warning') },
  {
    reason: 'warning',
    label: (count) => `${formatCount(count)} with a warning`,
    to: paths.tasksInStatus('Warning'),
  },
]

/** Summarizes the state of all tasks in a sentence. Each count links to its tasks. */
export function OverviewSummary({ overview }: { overview: Overview }) {
  return (
    <Text fw={550} aria-label="Summary" role="status">
      {overview.summary.tasks_count > 0 ? (
        <Counts overview={overview} />
      ) : overview.attention.all_inactive ? (
        'No active tasks'
      ) : (
        <>
          No sync tasks yet: <SummaryLink to={paths.tasks}>add one</SummaryLink> or{' '}
          <SummaryLink to={paths.importExport}>import them</SummaryLink>
        </>
      )}
    </Text>
  )
}

function Counts({ overview: { summary, attention } }: { overview: Overview }) {
  const { tasks_count: tasksCount, up_to_date: upToDate, never_run: neverRun, not_run_because: because } = summary
  const parts: { key: string; part: ReactNode }[] = [
    { key: 'up to date', part: `${formatCount(upToDate)} of ${formatCount(tasksCount)} up to date` },
  ]
  for (const { reason, label, to } of REASONS) {
    const count = attention.counts[reason]
    if (count === 0) continue
    const why = reason === 'not_run' && because !== null && (
      <>
        {' because of '}
        <SummaryLink to={paths.task(because.id)}>{because.name}</SummaryLink>
      </>
    )
    parts.push({
      key: reason,
      part: (
        <>
          <SummaryLink to={to}>{label(count)}</SummaryLink>
          {why}
        </>
      ),
    })
  }
  if (neverRun > 0)
    parts.push({
      key: 'never run',
      part: <SummaryLink to={paths.tasksInStatus('Pending')}>{`${formatCount(neverRun)} never run`}</SummaryLink>,
    })
  return parts.map(({ key, part }, index) => (
    <Fragment key={key}>
      {index > 0 && ' · '}
      {part}
    </Fragment>
  ))
}

function SummaryLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={classes.count}>
      {children}
    </Link>
  )
}
