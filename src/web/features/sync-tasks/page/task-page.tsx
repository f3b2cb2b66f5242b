import { Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { Run } from '#contract/run.ts'
import type { Task } from '#contract/task.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { SECOND_MS } from '#domain/time.ts'
import { taskRunsQuery } from '../../../data/runs.ts'
import { taskQuery } from '../../../data/tasks.ts'
import { readStatus } from '../../../lib/call-error.ts'
import { paths } from '../../../lib/paths.ts'
import { useFailureToast } from '../../../lib/toast.tsx'
import { useNow } from '../../../lib/use-now.ts'
import { StatusDot } from '../../../shared/status-dot.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../../ui/loading-spinner.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TaskCard } from '../card/task-card.tsx'
import { NextStep } from './next-step.tsx'
import { stateText } from './state-text.ts'
import { TaskOverview } from './task-overview.tsx'
import classes from './task-page.module.css'
import { TaskTabs } from './task-tabs.tsx'

const FETCH_FAILED = 'Failed to fetch sync task. Please try again later.'

type Props = Pick<ComponentProps<typeof TaskTabs>, 'Data'>

/** The page of a task: its state and next step, its card without buttons, and its history, data and set-up. */
export function TaskPage({ Data }: Props) {
  const id = IdText.safeParse(useParams()['id'])
  return id.success ? <TaskById id={id.data} Data={Data} /> : <TaskNotFound />
}

function TaskById({ id, Data }: { id: number } & Props) {
  const task = useQuery(taskQuery(id))
  const runs = useQuery(taskRunsQuery(id))
  const isMissing = readStatus(task.error) === 404
  useFailureToast({ error: isMissing ? null : task.error, errorUpdatedAt: task.errorUpdatedAt }, FETCH_FAILED)
  if (task.isPending || (runs.isPending && !task.isError)) return <LoadingSpinner />
  if (isMissing) return <TaskNotFound />
  if (!task.data) return <TaskLoadFailure onRetry={task.refetch} />
  return <Loaded task={task.data} runs={runs.data ?? []} Data={Data} />
}

function Loaded({ task, runs, Data }: { task: Task; runs: readonly Run[] } & Props) {
  return (
    <Stack gap="md">
      <PageHeader title={withTypeName(taskName(task), task.task_type.name)} backTo={paths.tasks}>
        <div className={classes.now}>
          <State task={task} last={runs[0]} />
          <NextStep task={task} />
        </div>
      </PageHeader>
      <div className={classes.columns}>
        <TaskOverview task={task}>
          <PageCard task={task} />
        </TaskOverview>
        <TaskTabs task={task} runs={runs} Data={Data} />
      </div>
    </Stack>
  )
}

/** The card without buttons. On a phone, it is folded below the first lines of the page and opens on a tap. */
function PageCard({ task }: { task: Task }) {
  const isPhone = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const card = <TaskCard task={task} />
  if (!isPhone) return card
  return (
    <details>
      <summary>Details of this task</summary>
      {card}
    </details>
  )
}

/** The state of the task in words. */
function State({ task, last }: { task: Task; last: Run | undefined }) {
  const nowMs = useNow(SECOND_MS)
  return (
    <p className={classes.state}>
      <StatusDot status={task.task_status} />
      {stateText({ task, last, nowMs })}
    </p>
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
