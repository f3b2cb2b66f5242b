import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, useParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { RunDetails } from '#contract/run.ts'
import { runCounts } from '#contract/run-figures.ts'
import { taskName, withTypeName } from '#domain/tasks/task-name.ts'
import { changesQuery } from '../../data/changes.ts'
import { runQuery } from '../../data/runs.ts'
import { taskQuery } from '../../data/tasks.ts'
import { readStatus } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { DeliveryCard } from '../../shared/delivery-card.tsx'
import { TaskNotFound } from '../../shared/task-not-found.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader, titleOfTask } from '../../ui/page-header.tsx'
import { AttemptList } from './attempt-list.tsx'
import { ChangedCells, useChangesView } from './changed-cells.tsx'
import { PhaseBar } from './phase-bar.tsx'
import { RequestTable } from './request-table.tsx'
import { RunEdits } from './run-edits.tsx'
import { describeFigures, RunFigures } from './run-figures.tsx'
import { RunHold } from './run-hold.tsx'
import { RunLog } from './run-log.tsx'
import classes from './run-page.module.css'
import { RunSummary } from './run-summary.tsx'

const SCREEN = 'Run'

interface Props {
  /** Offers to undo the run. */
  Undo: ComponentType<{ taskId: number; runId: number }>
}

/** The page of a run: who started it, the cells it changed, its log, and its figures on request. */
export function RunPage({ Undo }: Props) {
  const params = useParams()
  const [id, run] = [IdText.safeParse(params['id']), IdText.safeParse(params['run'])]
  if (!id.success) return <TaskNotFound title={SCREEN} backTo={paths.tasks} />
  return run.success ? <RunById taskId={id.data} runId={run.data} Undo={Undo} /> : <RunNotFound taskId={id.data} />
}

function RunById({ taskId, runId, Undo }: { taskId: number; runId: number } & Props) {
  const task = useQuery(taskQuery(taskId)).data
  const { data: run, error, isPending, refetch } = useQuery(runQuery({ taskId, runId }))
  if (isPending) return <LoadingSpinner label="Loading the run" />
  if (readStatus(error) === 404) return <RunNotFound taskId={taskId} />
  return (
    <Stack gap="sm" className={classes.page}>
      <PageHeader
        title={titleOfTask(`${SCREEN} ${runId}`, task && withTypeName(taskName(task), task.task_type.name))}
        backTo={paths.task(taskId)}
        actions={run?.ended_at && hasChangedCells(run) && <Undo taskId={taskId} runId={runId} />}
      >
        {run && <RunSummary run={run} />}
      </PageHeader>
      {run ? <RunSections run={run} /> : <LoadFailure title="Failed to load the run." onRetry={refetch} />}
    </Stack>
  )
}

function hasChangedCells(run: RunDetails): boolean {
  return runCounts.some(({ name }) => run[name] > 0)
}

function RunSections({ run }: { run: RunDetails }) {
  const { view } = useChangesView(run)
  // Wait for the changed cells, because they would push down everything below.
  const { isPending: isWaiting } = useQuery(changesQuery(view, 0))
  return (
    <>
      {run.delivery && <DeliveryCard delivery={run.delivery} />}
      <RunHold run={run} />
      <ChangedCells run={run} />
      {!isWaiting && (
        <>
          <TechnicalFacts run={run} />
          <RunEdits run={run} />
          <RunLog run={run} />
        </>
      )}
    </>
  )
}

/** Summary of the run's figures in a line, which opens to all figures. */
function TechnicalFacts({ run }: { run: RunDetails }) {
  return (
    <details>
      <summary>{describeFigures(run)}</summary>
      <Stack gap="sm">
        <RunFigures run={run} />
        <PhaseBar run={run} />
        <div className={classes.columns}>
          <RequestTable run={run} />
          <AttemptList run={run} />
        </div>
      </Stack>
    </details>
  )
}

function RunNotFound({ taskId }: { taskId: number }) {
  return (
    <>
      <PageHeader title={SCREEN} backTo={paths.task(taskId)} />
      <EmptyState
        title="Run not found."
        hint="Old runs of a task are deleted, and a task takes its runs with it."
        action={
          <Anchor component={Link} to={paths.tasks} size="sm">
            Sync Tasks
          </Anchor>
        }
      />
    </>
  )
}
