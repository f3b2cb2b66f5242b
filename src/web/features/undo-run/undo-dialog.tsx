import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#contract/api.ts'
import type { UndoPreview } from '#contract/change-set.ts'
import { describeMovedBack } from '#domain/beside/moved-rows.ts'
import { describeReportUndo } from '#domain/freshness/describe-undo.ts'
import { pluralize } from '#domain/pluralize.ts'
import { showError, showOutcome } from '../../data/task-actions.ts'
import { reloadTasks } from '../../data/task-cache.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/call.ts'
import { readMessage } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadingSpinner } from '../../ui/loading-spinner.tsx'
import { EditedCells } from './edited-cells.tsx'
import { UndoneTargets } from './undone-targets.tsx'

interface Props {
  taskId: number
  runId: number
  onClose: () => void
}

/** Shows the changes of an undo, and asks how to treat cells that were edited since. */
export function UndoDialog({ opened, ...props }: Props & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={`Undo back to before run ${props.runId}`} size="lg">
      <Preview {...props} />
    </Dialog>
  )
}

/** Preview of the undo. It is never cached, because the target may have changed since. */
function Preview(props: Props) {
  const { taskId, runId, onClose } = props
  const [value, setValue] = useState<string>()
  const params = { id: taskId, run: runId }
  const { data, error, isFetching } = useQuery({
    queryKey: ['undo-preview', taskId, runId, value],
    queryFn: () => call(api.changeSets.previewUndo, { params, query: { ...(value !== undefined && { value }) } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isFetching) return <LoadingSpinner label="Comparing the target with what the runs left" />
  if (data) return <UndoForm key={value} preview={data} value={value} onChoose={setValue} {...props} />
  return (
    <Stack gap="md">
      <Alert color="yellow" role="alert">
        {readMessage(error, 'Failed to load the preview.')}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

type Choice = 'leave' | 'overwrite'

interface FormProps extends Props {
  preview: UndoPreview
  /** Value of the single target to undo; undefined for all targets. */
  value: string | undefined
  onChoose: (value: string) => void
}

function UndoForm({ preview, taskId, runId, value, onChoose, onClose }: FormProps) {
  const [edited, setEdited] = useState<Choice>('leave')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { isPending, act } = useAction(['undo', taskId], async () => {
    const body = { edited, edited_digest: preview.edited_digest, ...(value !== undefined && { value }) }
    try {
      const outcome = await call(api.changeSets.undo, { params: { id: taskId, run: runId }, body })
      showOutcome(outcome, { done: 'Undo queued', failed: 'The undo was not queued' })
      onClose()
      if (outcome.status !== 'success') return
      void reloadTasks(queryClient)
      await navigate(paths.task(taskId))
    } catch (error) {
      showError(error, 'The undo was not queued')
    }
  })
  const cells = edited === 'overwrite' ? preview.cells_with_edited : preview.cells
  const rows = preview.row_moves?.rows ?? 0
  const canUndo = cells + rows + (preview.row_moves?.restored ?? 0) > 0
  return (
    <Stack gap="md">
      <Summary preview={preview} runId={runId} />
      {preview.row_moves && <Text size="sm">{describeMovedBack(preview.row_moves)}</Text>}
      {preview.targets && <UndoneTargets targets={preview.targets} onChoose={onChoose} />}
      {preview.edited > 0 && <EditedChoice preview={preview} value={edited} onChange={setEdited} />}
      {preview.report && preview.cells_with_edited > 0 && <Text size="sm">{describeReportUndo(preview.report)}</Text>}
      {preview.cells_with_edited > 0 && (
        <Text size="sm" c="dimmed">
          The next run of the task copies the source again. To keep the previous values, correct the source or
          deactivate the task first.
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <ActionButton onPress={act} isPending={isPending} disabled={!canUndo} data-autofocus>
          {cells > 0 ? `Undo ${pluralize(cells, 'cell')}` : canUndo ? 'Move rows back' : 'Nothing to undo'}
        </ActionButton>
      </Group>
    </Stack>
  )
}

function Summary({ preview, runId }: { preview: UndoPreview; runId: number }) {
  const { cells, run_ids: runIds, tab, spreadsheet, targets } = preview
  const later = runIds.length - 1
  const runs = later > 0 ? `run ${runId} and ${pluralize(later, 'later run')}` : `run ${runId}`
  const place = targets ? pluralize(targets.length, 'target') : `'${tab}' in "${spreadsheet}"`
  if (cells === 0 && preview.row_moves)
    return (
      <Text size="sm">
        Only rows of {place} change, from before {runs}.
      </Text>
    )
  if (cells === 0) {
    return (
      <Text size="sm">
        {preview.edited > 0 ? 'Apart from edited cells, ' : ''}
        {place} already has the values from before {runs}.
      </Text>
    )
  }
  return (
    <Text size="sm">
      {pluralize(cells, 'cell')} of {place} {cells > 1 ? 'get' : 'gets'} back {cells > 1 ? 'their' : 'its'} previous{' '}
      {cells > 1 ? 'values' : 'value'}, from before {runs}. An undo is a run of its own, so you can undo it, too.
    </Text>
  )
}

interface ChoiceProps {
  preview: UndoPreview
  value: Choice
  onChange: (choice: Choice) => void
}

function EditedChoice({ preview, value, onChange }: ChoiceProps) {
  const title = `${pluralize(preview.edited, 'cell')} ${preview.edited === 1 ? 'was' : 'were'} edited since`
  return (
    <Stack gap="xs">
      <Radio.Group
        label={title}
        value={value}
        onChange={(next) => onChange(next === 'overwrite' ? 'overwrite' : 'leave')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="leave" label="Leave edited cells as they are" />
          <Radio value="overwrite" label="Overwrite edited cells too" />
        </Stack>
      </Radio.Group>
      <EditedCells preview={preview} />
    </Stack>
  )
}
