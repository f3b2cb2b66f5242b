import { Box, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { UndosPreview } from '#contract/undo.ts'
import { pluralize } from '#domain/pluralize.ts'
import { reloadTasks } from '../data/task-cache.ts'
import { call } from '../lib/call.ts'
import { readMessage } from '../lib/call-error.ts'
import { readNow } from '../lib/read-schedule.ts'
import { RUN_TOAST_MS, toast, toastFailure } from '../lib/toast.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { PreviewDialog } from '../ui/preview-dialog.tsx'

interface Props {
  /** A wave, or tasks whose last runs are undone. */
  selection: { wave_id: string } | { task_ids: number[] }
  label: string
  /** The title of the dialog. */
  title: string
  isDisabled?: boolean
}

/** Button to undo the runs of a wave or of several tasks, after a dialog with the total changes. */
export function UndoRuns({ selection, label, title, isDisabled = false }: Props) {
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  const apply = async ({ undos }: UndosPreview) => {
    try {
      const body = { undos: undos.map(({ task_id, run_id }) => ({ task_id, run_id })) }
      const { done_ids: done, refused } = await call(api.undos.create, { body })
      const [first] = refused
      const summary = `Undo of ${pluralize(done.length, 'task')} queued`
      if (first) toast.warning(`${summary}, ${refused.length} refused: ${first.reason}`, { timeoutMs: RUN_TOAST_MS })
      else toast.success(`${summary}.`, { timeoutMs: RUN_TOAST_MS })
    } catch (error) {
      toastFailure(error, { message: readMessage(error, 'The undo was not queued') })
    }
    await Promise.all([reloadTasks(queryClient), readNow(queryClient, api.waves.list, api.overview.get)])
  }
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        leftSection={<IconHistory size={15} aria-hidden />}
        disabled={isDisabled}
        onPress={dialog.open}
      >
        {label}
      </ActionButton>
      <PreviewDialog
        opened={isOpen}
        title={title}
        confirmLabel="Undo"
        readPreview={() => call(api.undos.preview, { body: selection })}
        problemOf={({ undos }) => (undos.length === 0 ? 'None of these runs can be undone.' : null)}
        apply={apply}
        onClose={dialog.close}
      >
        {(preview) => <Preview preview={preview} />}
      </PreviewDialog>
    </>
  )
}

function Preview({ preview: { undos, cells, refused } }: { preview: UndosPreview }) {
  const later = undos.reduce((sum, { later_runs }) => sum + later_runs, 0)
  return (
    <Stack gap="xs">
      {undos.length > 0 && (
        <Text size="sm">
          {pluralize(cells, 'cell change')} in {pluralize(undos.length, 'task')} will be undone
          {later > 0 && `, with ${pluralize(later, 'later run')}`}. Cells edited since stay as they are.
        </Text>
      )}
      {undos.length > 0 && (
        <Text size="sm" c="dimmed">
          The next run of each task copies its source again. To keep the previous values, correct the sources or
          deactivate the tasks first.
        </Text>
      )}
      {undos.length > 0 && (
        <TaskList
          label="Runs to undo"
          tasks={undos.map(({ run_id, cells: changed, ...task }) => ({
            ...task,
            note: `run ${run_id}, ${pluralize(changed, 'cell')}`,
          }))}
        />
      )}
      {refused.length > 0 && (
        <>
          <Text size="sm">{pluralize(refused.length, 'task')} cannot be undone:</Text>
          <TaskList label="Refused" tasks={refused.map(({ reason, ...task }) => ({ ...task, note: reason }))} />
        </>
      )}
    </Stack>
  )
}

interface ListProps {
  label: string
  tasks: readonly { task_id: number; task_name: string; note: string }[]
}

function TaskList({ label, tasks }: ListProps) {
  return (
    <Box component="ul" aria-label={label} m={0} pl="md" mah={240} fz="sm" style={{ overflowY: 'auto' }}>
      {tasks.map(({ task_id, task_name, note }) => (
        <li key={task_id}>
          <Text span inherit fw={550}>
            {task_name}
          </Text>{' '}
          {note}
        </li>
      ))}
    </Box>
  )
}
