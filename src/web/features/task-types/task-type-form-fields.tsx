import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { TaskType } from '#contract/task-type.ts'
import type { TaskTypeFormState } from './use-task-type-form.ts'

const NO_DEPENDENCY = { value: '', label: 'None' }

const NUMBER_FIELDS = [
  { name: 'queue_delay_seconds', label: 'Queue Delay (seconds)', min: 0 },
  { name: 'max_retries', label: 'Max Retries', min: 0 },
  { name: 'retry_delay_seconds', label: 'Retry Delay (seconds)', min: 0 },
  { name: 'chunk_size', label: 'Chunk Size', min: 1 },
] as const

// An out-of-range number shows an error instead of being changed while the user types.
const NUMBER_PROPS = { allowDecimal: false, clampBehavior: 'none' } as const

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
        <NumberInput
          label="Allowed Concurrent Tasks"
          min={1}
          {...NUMBER_PROPS}
          {...form.getInputProps('allowed_concurrent_tasks')}
        />
        <Select
          label="Depends On"
          data={[NO_DEPENDENCY, ...options]}
          searchable
          allowDeselect={false}
          {...form.getInputProps('depends_on_id')}
          value={form.values.depends_on_id ?? NO_DEPENDENCY.value}
          onChange={(id) => form.setFieldValue('depends_on_id', id || null)}
        />
        {NUMBER_FIELDS.map(({ name, label, min }) => (
          <NumberInput key={name} label={label} min={min} {...NUMBER_PROPS} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
    </>
  )
}
