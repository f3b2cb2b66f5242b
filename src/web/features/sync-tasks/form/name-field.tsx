import { Anchor, TextInput } from '@mantine/core'
import { nameAfterEdit } from '#domain/tasks/task-name.ts'
import type { TaskFormValues } from './task-form.ts'
import type { TaskFormState } from './use-task-form.ts'

interface Props {
  form: TaskFormState
  /** Undefined for a new task. */
  taskId: number | undefined
}

/** The name of a task. While it is blank, it follows the sheet names. */
export function NameField({ form, taskId }: Props) {
  const props = { label: 'Name', ...form.getInputProps('name') }
  if (taskId === undefined) return <TextInput placeholder="Defaults to the source sheet name" {...props} />
  const followed = nameAfterEdit({ id: taskId, ...form.values })
  const origin = originOf(followed, form.values)
  if (form.values.name === '') return <TextInput {...props} value={followed} description={`Follows ${origin}`} />
  const useFollowed = (
    <Anchor component="button" type="button" size="xs" onClick={() => form.setFieldValue('name', '')}>
      {`Use “${followed}”, ${origin}`}
    </Anchor>
  )
  return <TextInput {...props} description={useFollowed} />
}

function originOf(name: string, { source_sheet_name, target_sheet_name }: TaskFormValues): string {
  if (name === source_sheet_name) return 'the source sheet name'
  return name === target_sheet_name ? 'the target sheet name' : 'the task’s id'
}
