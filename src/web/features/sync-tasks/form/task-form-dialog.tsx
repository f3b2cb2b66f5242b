import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#contract/task.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { taskTypesQuery } from '../../task-types/queries.ts'
import { type SaveFault, saveTask } from './save-task.ts'
import type { TaskFormValues } from './task-form.ts'
import { TaskFormFields } from './task-form-fields.tsx'
import { useTaskForm } from './use-task-form.ts'

interface Props {
  opened: boolean
  /** The task to edit; a new one is added when left out. */
  task?: Task | undefined
  onClose: () => void
}

/** Adds or edits a task. What was typed is kept until it is saved or given up on purpose. */
export function TaskFormDialog({ opened, task, onClose }: Props) {
  const [isDirty, setIsDirty] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    setIsAsking(false)
    setIsDirty(false)
    onClose()
  }
  const askOrClose = () => (isDirty ? setIsAsking(true) : close())
  return (
    <Modal.Stack>
      <Modal
        stackId="form"
        opened={opened}
        onClose={askOrClose}
        title={task ? 'Edit Sync Task' : 'Add Sync Task'}
        size="lg"
      >
        <TaskForm task={task} onDirty={setIsDirty} onSaved={close} onCancel={askOrClose} />
      </Modal>
      <ConfirmDialog
        stackId="discard"
        opened={isAsking}
        title="Discard changes?"
        confirmLabel="Discard"
        isDangerous
        onConfirm={close}
        onClose={() => setIsAsking(false)}
      >
        What you have typed has not been saved.
      </ConfirmDialog>
    </Modal.Stack>
  )
}

interface FormProps {
  task: Task | undefined
  onDirty: (isDirty: boolean) => void
  onSaved: () => void
  onCancel: () => void
}

function TaskForm({ task, onDirty, onSaved, onCancel }: FormProps) {
  const queryClient = useQueryClient()
  const types = useQuery(taskTypesQuery()).data ?? []
  const [fault, setFault] = useState<SaveFault>()
  const form = useTaskForm(task, onDirty)

  async function save(values: TaskFormValues): Promise<void> {
    setFault(undefined)
    const found = await saveTask(queryClient, { id: task?.id, values })
    if (!found) return onSaved()
    setFault(found)
    form.setErrors(found.fields)
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        {fault && (
          <Alert color="red" variant="light" role="alert">
            {fault.message}
          </Alert>
        )}
        <TaskFormFields form={form} types={types} taskId={task?.id} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel} disabled={form.submitting}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            {task ? 'Save' : 'Add Task'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
