import { Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { DEFAULT_CHUNK_SIZE } from '#contract/task-reading.ts'
import type { TaskType } from '#contract/task-type.ts'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { NewTypeDialog } from './new-type-dialog.tsx'
import type { TaskFormState } from './use-task-form.ts'

const NEW_TYPE = { value: 'new', label: 'New type…' }

interface Props {
  form: TaskFormState
  types: readonly TaskType[]
}

/** The type of a task. Selecting a type also sets its chunk size. */
export function TypeField({ form, types }: Props) {
  const [isAdding, { open, close }] = useDisclosure(false)

  function select({ id, chunk_size }: Pick<TaskType, 'id' | 'chunk_size'>): void {
    form.setFieldValue('sync_task_type_id', String(id))
    form.setFieldValue('chunk_size', String(chunk_size || DEFAULT_CHUNK_SIZE))
  }

  return (
    <>
      <Select
        withAsterisk
        label="Task type"
        description="Sets order, parallel runs and retries"
        inputWrapperOrder={DESCRIPTION_LAST}
        // An open list would hide the form when it opens.
        openOnFocus={false}
        placeholder="Choose a type"
        nothingFoundMessage="No task types found"
        data={[...types.map(({ id, name }) => ({ value: String(id), label: name })), NEW_TYPE]}
        searchable
        allowDeselect={false}
        {...form.getInputProps('sync_task_type_id')}
        onChange={(value) => {
          if (value === NEW_TYPE.value) return open()
          const type = types.find(({ id }) => String(id) === value)
          if (type) select(type)
        }}
      />
      <NewTypeDialog opened={isAdding} onCreated={select} onClose={close} />
    </>
  )
}
