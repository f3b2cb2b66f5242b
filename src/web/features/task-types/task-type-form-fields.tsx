import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import { NumberField } from '../../ui/number-field.tsx'
import type { TaskTypeFormState } from './use-task-type-form.ts'

const NO_DEPENDENCY = { value: '', label: 'None' }

const NUMBER_FIELDS = [
  { name: 'queue_delay_seconds', label: 'Queue Delay (seconds)' },
  { name: 'max_retries', label: 'Max Retries' },
  { name: 'retry_delay_seconds', label: 'Retry Delay (seconds)' },
  { name: 'chunk_size', label: 'Chunk Size' },
] as const

interface Props {
  form: TaskTypeFormState
  /** The types that this one can depend on. */
  others: readonly TaskType[]
}

/** The fields of the task type form. */
export function TaskTypeFormFields({ form, others }: Props) {
  const options = others.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <TextInput label="Type Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <NumberField label="Allowed Concurrent Tasks" {...form.getInputProps('allowed_concurrent_tasks')} />
        <Select
          label="Depends On"
          data={[NO_DEPENDENCY, ...options]}
          searchable
          allowDeselect={false}
          {...form.getInputProps('depends_on_id')}
          value={form.values.depends_on_id ?? NO_DEPENDENCY.value}
          onChange={(id) => form.setFieldValue('depends_on_id', id || null)}
        />
        {NUMBER_FIELDS.map(({ name, label }) => (
          <NumberField key={name} label={label} {...form.getInputProps(name)} />
        ))}
        <NumberField
          label="Alert After (hours without success)"
          placeholder="Never"
          {...form.getInputProps('alert_after_hours')}
        />
      </SimpleGrid>
    </>
  )
}
