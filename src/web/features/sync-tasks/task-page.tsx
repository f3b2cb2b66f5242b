import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { Task } from '#contract/task.ts'
import { taskTitle } from '#domain/tasks/task-title.ts'
import { taskQuery } from '../../data/tasks.ts'
import { statusOf } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { useFailureToast } from '../../lib/toast.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { LatestLog } from './card/latest-log.tsx'
import { TaskCard } from './card/task-card.tsx'
import classes from './task-page.module.css'

const FETCH_FAILED = 'Failed to fetch sync task. Please try again later.'

/** A single task, read-only. */
export function TaskPage() {
  const id = IdText.safeParse(useParams()['id'])
  return id.success ? <TaskById id={id.data} /> : <TaskNotFound />
}

function TaskById({ id }: { id: number }) {
  const task = useQuery(taskQuery(id))
  const isMissing = statusOf(task.error) === 404
  useFailureToast({ error: isMissing ? null : task.error, errorUpdatedAt: task.errorUpdatedAt }, FETCH_FAILED)
  if (task.isPending) return <LoadingSpinner />
  if (isMissing) return <TaskNotFound />
  if (!task.data) return <TaskLoadFailure onRetry={task.refetch} />
  return (
    <Stack gap="sm" className={classes.page}>
      <PageHeader title={taskTitle(task.data)} backTo={paths.tasks} />
      <TaskCard task={task.data} />
      {task.data.notes && <Notes text={task.data.notes} />}
      <RecentLogLines logs={task.data.logs ?? []} />
    </Stack>
  )
}

function Notes({ text }: { text: string }) {
  return (
    <Card padding="sm" component="section" aria-label="Notes">
      <Text fw={600} size="sm" mb={6} component="h2">
        Notes
      </Text>
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
      <Text fw={600} size="sm" mb={6} component="h2">
        Recent log lines
      </Text>
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
