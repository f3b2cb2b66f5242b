import { Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { SECOND_MS } from '#domain/time.ts'
import { taskRunsQuery } from '../../../data/runs.ts'
import { taskQuery } from '../../../data/tasks.ts'
import { statusOf } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { useFailureToast } from '../../../lib/toast.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { AffectedTasks } from '../../../shared/affected-tasks.tsx'
import { DeliveryCard } from '../../../shared/delivery-card.tsx'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TaskCard } from '../card/task-card.tsx'
import { ConflictingTasks } from './conflicting-tasks.tsx'
import { NextStep } from './next-step.tsx'
import { stateText } from './state-text.ts'
import { TaskEnds } from './task-ends.tsx'
import { TaskHold } from './task-hold.tsx'
import { TaskIncidents } from './task-incidents.tsx'
import classes from './task-page.module.css'
import { TaskTabs } from './task-tabs.tsx'

const FETCH_FAILED = 'Failed to fetch sync task. Please try again later.'

/** A single task: how it stands and what to do next, its card without buttons, and its runs, changes, settings and log. */
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
  return <Loaded task={task.data} runs={runs.data ?? []} />
}

function Loaded({ task, runs }: { task: Task; runs: readonly Run[] }) {
  return (
    <Stack gap="md">
      <PageHeader title={withTypeName(taskName(task), task.task_type.name)} backTo={paths.tasks}>
        <TaskEnds task={task} />
        <div className={classes.now}>
          <State task={task} last={runs[0]} />
          <NextStep task={task} />
        </div>
      </PageHeader>
      <div className={classes.columns}>
        <Stack gap="sm" className={classes.column}>
          <TaskHold task={task} />
          <AffectedTasks task={task} />
          {task.delivery && <DeliveryCard delivery={task.delivery} />}
          <TaskCard task={task} />
          {task.notes && <Notes text={task.notes} />}
          <ConflictingTasks task={task} />
          <TaskIncidents taskId={task.id} shownLine={task.latest_log?.message} />
        </Stack>
        <TaskTabs task={task} runs={runs} />
      </div>
    </Stack>
  )
}

/** How the task stands, in words. */
function State({ task, last }: { task: Task; last: Run | undefined }) {
  const nowMs = useNow(SECOND_MS)
  return (
    <p className={classes.state}>
      <StatusDot status={task.task_status} />
      {stateText({ task, last, nowMs })}
    </p>
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
    <Stack gap="sm">
      <PageHeader title="Sync Task" backTo={paths.tasks} />
      {children}
    </Stack>
  )
}
