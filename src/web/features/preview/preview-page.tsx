import { Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconRefresh, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { IdText } from '#contract/field.ts'
import type { Preview, TaskPreview } from '#contract/preview.ts'
import { pluralize } from '#domain/pluralize.ts'
import { withTypeName } from '#domain/tasks/task-name.ts'
import { usePreview } from '../../data/commands/use-preview.ts'
import { previewKey } from '../../data/preview-key.ts'
import { cancelPreview, previewQuery, runPreviewed } from '../../data/previews.ts'
import { useAction, useIsPending } from '../../lib/action.ts'
import { readStatus } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { PageHeader, titleOfTask } from '../../ui/page-header.tsx'
import classes from './preview-page.module.css'
import { PreviewTable } from './preview-table.tsx'
import { TaskPreviewDetails } from './task-preview-details.tsx'

/** Shows the changes that runs of the previewed tasks would make. With `?task=`, shows a single task. */
export function PreviewPage() {
  const id = IdText.safeParse(useParams()['preview'])
  const query = useQuery({ ...previewQuery(id.data ?? 0), enabled: id.success })
  if (!id.success || readStatus(query.error) === 404) return <PreviewNotFound />
  if (query.isPending) return <LoadingSpinner label="Loading the preview" />
  if (!query.data) return <LoadFailure title="Failed to load the preview." onRetry={query.refetch} />
  return <LoadedPreview preview={query.data} />
}

function LoadedPreview({ preview }: { preview: Preview }) {
  const [params] = useSearchParams()
  const chosen = preview.tasks.find(({ task_id }) => String(task_id) === params.get('task'))
  const only = preview.tasks.length === 1 ? preview.tasks[0] : undefined
  const shown = chosen ?? only
  const title = shown
    ? titleOfTask('Preview', withTypeName(shown.task_name, shown.task_type_name))
    : `Preview of ${pluralize(preview.tasks.length, 'task')}`
  const ended = preview.tasks.filter(({ status }) => status !== 'waiting' && status !== 'reading').length
  return (
    <Stack gap="sm" className={classes.page}>
      <PageHeader
        title={title}
        backTo={only ? paths.task(only.task_id) : chosen ? paths.preview(preview.id) : paths.tasks}
        actions={<PreviewActions preview={preview} shown={shown ? [shown] : preview.tasks} />}
      >
        <Text size="sm" c="dimmed" role="status">
          {preview.is_in_progress
            ? `Reading and comparing, nothing is written: ${ended} of ${pluralize(preview.tasks.length, 'task')} done.`
            : 'Nothing was written.'}{' '}
          Started <RelativeTime at={preview.created_at} /> by {preview.created_by}.
        </Text>
      </PageHeader>
      {shown ? (
        <TaskPreviewDetails previewId={preview.id} task={shown} />
      ) : (
        <PreviewTable previewId={preview.id} tasks={preview.tasks} />
      )}
    </Stack>
  )
}

function PreviewActions({ preview, shown }: { preview: Preview; shown: readonly TaskPreview[] }) {
  const { id, is_in_progress: isInProgress } = preview
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const scope = { task_ids: shown.map(({ task_id }) => task_id) }
  const done = shown.filter(({ status }) => status === 'done').map(({ task_id }) => task_id)
  const cancel = useAction(['preview', 'cancel', id], () => cancelPreview(queryClient, id))
  const isHeld = shown.length === 1 && shown[0]?.result?.held_because != null
  const start = async (copyAnyway: boolean) => {
    if (await runPreviewed(queryClient, { id, taskIds: done, copyAnyway })) {
      await navigate(done.length === 1 ? paths.task(done[0] ?? 0) : paths.tasks)
    }
  }
  const run = useAction(['preview', 'run', id], () => start(isHeld))
  const runAgain = useAction(['preview', 'run again', id], () => start(false))
  const previewAgain = usePreview()
  const isStarting = useIsPending(previewKey(scope))
  return (
    <>
      {isInProgress ? (
        <ActionButton
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          isPending={cancel.isPending}
          onPress={cancel.act}
        >
          Cancel
        </ActionButton>
      ) : (
        <ActionButton
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          isPending={isStarting}
          onPress={() => void previewAgain(scope)}
        >
          Preview again
        </ActionButton>
      )}
      {isHeld && (
        <ActionButton
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          title="Runs by the rules: it copies once the source is right, and is held again otherwise"
          isBlocked={isInProgress || done.length === 0 || run.isPending}
          isPending={runAgain.isPending}
          onPress={runAgain.act}
        >
          Run again
        </ActionButton>
      )}
      <ActionButton
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        isBlocked={isInProgress || done.length === 0 || runAgain.isPending}
        isPending={run.isPending}
        onPress={run.act}
      >
        {isHeld ? 'Copy anyway' : done.length > 1 ? `Run ${pluralize(done.length, 'task')} now` : 'Run now'}
      </ActionButton>
    </>
  )
}

function PreviewNotFound() {
  return (
    <>
      <PageHeader title="Preview" backTo={paths.tasks} />
      <EmptyState title="Preview not found." hint="Previews are deleted after two hours." />
    </>
  )
}
