import { Anchor, TextInput, type TextInputProps } from '@mantine/core'
import { nameAfterEdit } from '#domain/tasks/task-name.ts'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { nameOfNewTask, type TaskFormValues } from './task-form.ts'
import { useSourceTabs } from './use-spreadsheet.ts'
import type { TaskFormState } from './use-task-form.ts'

interface Props {
  form: TaskFormState
  /** Undefined for a new task. */
  taskId: number | undefined
}

/** The name of a task. While it is blank, it follows the sheet names. */
export function NameField({ form, taskId }: Props) {
  const props = { label: 'Name', inputWrapperOrder: DESCRIPTION_LAST, ...form.getInputProps('name') }
  const tabs = useSourceTabs(form)
  if (taskId === undefined) return <NewNameField props={props} followed={nameOfNewTask(form.values, tabs)} />
  const followed = nameAfterEdit({ id: taskId, ...form.values })
  const origin = describeOrigin(followed, form.values)
  if (form.values.name === '') return <TextInput {...props} value={followed} description={`Follows ${origin}`} />
  const useFollowed = (
    <Anchor component="button" type="button" size="xs" onClick={() => form.setFieldValue('name', '')}>
      {`Use “${followed}”, ${origin}`}
    </Anchor>
  )
  return <TextInput {...props} description={useFollowed} />
}

interface NewNameProps {
  props: TextInputProps & Partial<{ value: string }>
  /** The title of the tab, once it has been read. */
  followed: string | undefined
}

function NewNameField({ props, followed }: NewNameProps) {
  if (followed === undefined) return <TextInput placeholder="Defaults to the source sheet name" {...props} />
  if (props.value !== '') return <TextInput {...props} />
  return <TextInput {...props} value={followed} description="Follows the source tab" />
}

function describeOrigin(name: string, { source_sheet_name, target_sheet_name }: TaskFormValues): string {
  if (name === source_sheet_name) return 'the source sheet name'
  return name === target_sheet_name ? 'the target sheet name' : 'the task’s id'
}
