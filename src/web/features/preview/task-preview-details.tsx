import { Alert } from '@mantine/core'
import { listFailedTargets, type TaskPreview } from '#contract/preview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PreviewFacts } from './preview-facts.tsx'
import { PreviewedCells } from './previewed-cells.tsx'
import { PreviewedTargets } from './previewed-targets.tsx'
import { statusText } from './status-text.ts'

/** The effects of a task's run, and the cells it would change. */
export function TaskPreviewDetails({ previewId, task }: { previewId: number; task: TaskPreview }) {
  const { status, result, task_id } = task
  if (status === 'waiting' || status === 'reading') return <LoadingSpinner label={statusText(task)} />
  if (!result) {
    const title = status === 'canceled' ? 'The preview was canceled.' : 'A run would fail.'
    return (
      <Alert color={status === 'canceled' ? 'gray' : 'red'} variant="light" title={title}>
        {task.error}
      </Alert>
    )
  }
  const changed = result.cells_filled + result.cells_changed + result.cells_cleared
  const failed = listFailedTargets(result)
  return (
    <>
      {failed.length > 0 && (
        <Alert color="red" variant="light" title={`${pluralize(failed.length, 'target')} would fail`}>
          Each says why under its value.
        </Alert>
      )}
      <PreviewFacts taskId={task_id} result={result} typeName={task.task_type_name} />
      {result.targets && <PreviewedTargets targets={result.targets} />}
      {changed === 0 && !result.row_moves && failed.length === 0 ? (
        <EmptyState title="Nothing to change." hint="The target is up to date." />
      ) : (
        changed > 0 && <PreviewedCells previewId={previewId} taskId={task_id} result={result} />
      )}
    </>
  )
}
