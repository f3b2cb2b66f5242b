import { Button, Card, Stack, Text } from '@mantine/core'
import { IconExternalLink, IconEye, IconFileText, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { Task } from '#contract/task.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { previewKey } from '../../../data/previews.ts'
import { taskRunsQuery } from '../../../data/runs.ts'
import { taskQuery } from '../../../data/tasks.ts'
import { useIsPending } from '../../../lib/action.ts'
import { statusOf } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { useFailureToast } from '../../../lib/toast.tsx'
import { AffectedTasks } from '../../../shared/affected-tasks.tsx'
import { useSpreadsheetUrl } from '../../../shared/spreadsheet-link.tsx'
import { usePreview } from '../../../shared/use-preview.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { LatestLog } from '../card/latest-log.tsx'
import { TaskCard } from '../card/task-card.tsx'
import { ConflictingTasks } from './conflicting-tasks.tsx'
import { RecentRunsList } from './recent-runs-list.tsx'
import { TaskActivity } from './task-activity.tsx'
import { TaskHold } from './task-hold.tsx'
import { TaskIncidents } from './task-incidents.tsx'
import classes from './task-page.module.css'
import { TaskScheduleEvents } from './task-schedule-events.tsx'

const FETCH_FAILED = 'Failed to fetch sync task. Please try again later.'

/** A single task, read-only, and where to go from it: its logs, data copy, spreadsheets and recent runs. */
export function TaskPage() {
  const id = IdText.safeParse(useParams()['id'])
  return id.success ? <TaskById id={id.data} /> : <TaskNotFound />
}

function TaskById({ id }: { id: number }) {
  const task = useQuery(taskQuery(id))
  const runs = useQuery(taskRunsQuery(id))
  const isMissing = statusOf(task.error) === 404
  useFailureToast({ error: isMissing ? null : task.error, errorUpdatedAt: task.errorUpdatedAt }, FETCH_FAILED)
  if (task.isPending || (runs.isPending && !task.isError)) return <LoadingSpinner />
  if (isMissing) return <TaskNotFound />
  if (!task.data) return <TaskLoadFailure onRetry={task.refetch} />
  return (
    <Stack gap="sm" className={classes.page}>
      <PageHeader title={withTypeName(taskName(task.data), task.data.task_type.name)} backTo={paths.tasks} />
      <TaskLinks task={task.data} />
      <TaskCard task={task.data} />
      <TaskHold task={task.data} />
      <AffectedTasks task={task.data} />
      <ConflictingTasks task={task.data} />
      <TaskIncidents taskId={id} />
      {task.data.notes && <Notes text={task.data.notes} />}
      <RecentRunsList runs={runs.data ?? []} />
      <TaskScheduleEvents taskId={id} />
      <RecentLogLines logs={task.data.logs ?? []} />
      <TaskActivity taskId={id} />
    </Stack>
  )
}

function TaskLinks({ task }: { task: Task }) {
  return (
    <nav className={classes.links} aria-label="Task">
      <Button
        component={Link}
        to={paths.taskLogs(task.id)}
        variant="default"
        leftSection={<IconFileText size={16} aria-hidden />}
      >
        View Logs
      </Button>
      <Button
        component={Link}
        to={paths.dataCopy(task.id)}
        variant="default"
        leftSection={<IconTable size={16} aria-hidden />}
      >
        View Data Copy
      </Button>
      <PreviewButton task={task} />
      <SpreadsheetButton id={task.source_ss_id} name={task.source_ss_name}>
        Source spreadsheet
      </SpreadsheetButton>
      <SpreadsheetButton id={task.target_ss_id} name={task.target_ss_name}>
        Target spreadsheet
      </SpreadsheetButton>
    </nav>
  )
}

function PreviewButton({ task }: { task: Task }) {
  const preview = usePreview()
  const scope = { task_ids: [task.id] }
  const isPending = useIsPending(previewKey(scope))
  if (!useHasExtraCalls()) return null
  return (
    <ActionButton
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      isPending={isPending}
      onPress={() => void preview(scope)}
    >
      Preview
    </ActionButton>
  )
}

function SpreadsheetButton({ id, name, children }: { id: string; name: string | null; children: string }) {
  const url = useSpreadsheetUrl(id)
  if (id === '') return null
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      title={name ?? id}
      variant="default"
      leftSection={<IconExternalLink size={16} aria-hidden />}
    >
      {children}
    </Button>
  )
}

function Notes({ text }: { text: string }) {
  return (
    <Card padding="sm" component="section" aria-label="Notes">
      <h2 className={classes.heading}>Notes</h2>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Card>
  )
}

function RecentLogLines({ logs }: { logs: NonNullable<Task['logs']> }) {
  if (logs.length === 0) return null
  return (
    <Card padding="sm" component="section" aria-label="Recent log lines">
      <h2 className={classes.heading}>Recent log lines</h2>
      <Stack gap={2}>
        {logs.map((log, index) => (
          <LatestLog key={log.id || -index} log={log} />
        ))}
      </Stack>
    </Card>
  )
}

function TaskNotFound() {
  return (
    <PageWithoutTask>
      <EmptyState title="Sync task not found." />
    </PageWithoutTask>
  )
}

function TaskLoadFailure({ onRetry }: { onRetry: () => unknown }) {
  return (
    <PageWithoutTask>
      <LoadFailure title={FETCH_FAILED} onRetry={onRetry} />
    </PageWithoutTask>
  )
}

function PageWithoutTask({ children }: { children: ReactNode }) {
  return (
    <Stack gap="sm" className={classes.page}>
      <PageHeader title="Sync Task" backTo={paths.tasks} />
      {children}
    </Stack>
  )
}
