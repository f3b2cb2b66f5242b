import { Alert, Button, Group, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#contract/task.ts'
import { taskTypesQuery } from '../../../data/task-types.ts'
import { type FormEvents, FormModal } from '../../../ui/form-modal.tsx'
import { type SaveProblem, saveTask } from './save-task.ts'
import type { TaskFormValues } from './task-form.ts'
import { TaskFormFields } from './task-form-fields.tsx'
import { useTaskForm } from './use-task-form.ts'

interface Props {
  opened: boolean
  /** The task to edit; undefined to add one. */
  task?: Task | undefined
  onClose: () => void
}

/** Dialog that adds or edits a task. */
export function TaskFormDialog({ opened, task, onClose }: Props) {
  return (
    <FormModal opened={opened} onClose={onClose} title={task ? 'Edit Sync Task' : 'Add Sync Task'} size="lg">
      {(events) => <TaskForm task={task} {...events} />}
    </FormModal>
  )
}

function TaskForm({ task, onDirty, onSaved, onCancel }: Pick<Props, 'task'> & FormEvents) {
  const queryClient = useQueryClient()
  const types = useQuery(taskTypesQuery()).data ?? []
  const [problem, setProblem] = useState<SaveProblem>()
  const form = useTaskForm(task, onDirty)

  async function save(values: TaskFormValues): Promise<void> {
    setProblem(undefined)
    const saveProblem = await saveTask(queryClient, { id: task?.id, values })
    if (!saveProblem) return onSaved()
    setProblem(saveProblem)
    form.setErrors(saveProblem.fields)
  }

  return (
    <form onSubmit={form.onSubmit(save)} noValidate>
      <Stack gap="sm">
        {problem && (
          <Alert color="red" variant="light" role="alert">
            {problem.message}
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
