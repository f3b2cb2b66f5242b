import { Stack, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ScheduledEntry } from '#contract/schedule.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../../data/app-info.ts'
import { scheduledTasksQuery } from '../../data/schedules.ts'
import { useAuth } from '../../data/use-auth.ts'
import { formatCount } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { ExtraCalls } from '../../shared/extra-calls.tsx'
import { OpenScreenNote } from '../../shared/open-screen-note.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { describeCron } from './describe-cron.ts'
import { EntryDays } from './entry-days.tsx'
import { NextRuns } from './next-runs.tsx'
import { ScheduleEvents } from './schedule-events.tsx'
import classes from './scheduled-tasks.module.css'

/** All schedules with their next runs. Signed-in users also see times that did not run as planned. */
export function ScheduledTasksPage() {
  const query = useQuery(scheduledTasksQuery())
  const { data: entries, isPending } = query
  useFailureToast(query, 'Failed to fetch scheduled tasks.')
  const timezone = useAppInfo()?.timezone
  const { isAuthenticated } = useAuth()
  return (
    <Stack gap="md">
      <PageHeader title="Scheduled Tasks">
        <Text size="sm" c="dimmed">
          {timezone ? `Times are in ${timezoneName(timezone)}` : '\u00a0'}
          {isAuthenticated && (
            <ExtraCalls>
              {' · '}
              <Link to={paths.runs}>Runs</Link>
            </ExtraCalls>
          )}
        </Text>
      </PageHeader>
      <OpenScreenNote screen="schedule" />
      {isAuthenticated && (
        <ExtraCalls>
          <ScheduleEvents />
        </ExtraCalls>
      )}
      {isPending && (
        <div className={classes.loading}>
          <LoadingSpinner label="Loading scheduled tasks" />
        </div>
      )}
      {query.isLoadingError && <LoadFailure title="Failed to fetch scheduled tasks." onRetry={query.refetch} />}
      {entries?.length === 0 && (
        <EmptyState
          title="No scheduled tasks found."
          hint="Add times or an interval to a task, or schedule all tasks under Settings."
          icon={<IconClock size={22} aria-hidden />}
        />
      )}
      {entries && entries.length > 0 && (
        <ul className={classes.entries}>
          {groupEntries(entries).map((group) => (
            <EntryGroup key={JSON.stringify(group[0])} entries={group} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Groups entries of the same schedule. */
function groupEntries(entries: readonly ScheduledEntry[]): [ScheduledEntry, ...ScheduledEntry[]][] {
  const groups = new Map<string, [ScheduledEntry, ...ScheduledEntry[]]>()
  for (const entry of entries) {
    const { task_id: _task, comment: _comment, command: _command, ...rule } = entry
    const key = JSON.stringify(rule)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()]
}

function EntryGroup({ entries: [first, ...others] }: { entries: [ScheduledEntry, ...ScheduledEntry[]] }) {
  if (others.length === 0) {
    return (
      <li className={classes.entry}>
        <EntryName entry={first} />
        <EntryTimes entry={first} />
      </li>
    )
  }
  return (
    <li className={classes.entry}>
      <span className={classes.comment}>{formatCount(others.length + 1)} entries</span>
      <EntryTimes entry={first} />
      <ul className={classes.group}>
        {[first, ...others].map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries can be alike
          <li key={`${index} ${entry.command}`}>
            <EntryName entry={entry} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function EntryName({ entry: { task_id: taskId, comment, command } }: { entry: ScheduledEntry }) {
  const { isAuthenticated } = useAuth()
  return (
    <div className={classes.what}>
      {isAuthenticated && taskId !== null ? (
        <Link className={classes.comment} to={paths.task(taskId)}>
          {comment}
        </Link>
      ) : (
        <span className={classes.comment}>{comment}</span>
      )}
      <code className={classes.command}>{command}</code>
    </div>
  )
}

function EntryTimes({ entry }: { entry: ScheduledEntry }) {
  const description = entry.every_minutes === null && describeCron(entry.schedule)
  return (
    <div className={classes.when}>
      {description && <span>{description}</span>}
      <span className={classes.details}>
        <NextRuns entry={entry} />
        <code className={classes.cron}>{entry.schedule}</code>
      </span>
      <EntryDays entry={entry} />
    </div>
  )
}
