import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { toast } from '../../ui/toast.ts'
import { formOfTaskType, type TaskTypeForm, taskTypeFaults } from './task-type-form.ts'
import { useSaveType } from './use-save-type.ts'

const NO_DEPENDENCY = { value: '', label: 'None' }

interface Props {
  type: TaskType | null
  types: readonly TaskType[]
  onClose: () => void
}

/** The form of a type; it checks itself with every change. */
export function TaskTypeFormFields({ type, types, onClose }: Props) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = useSaveType({ type, onSaved: onClose })
  const form = useForm<TaskTypeForm>({
    initialValues: formOfTaskType(type),
    validateInputOnChange: true,
    validate: (values) => taskTypeFaults({ form: values, typeId: type?.id ?? null, types }),
  })

  function submit(values: TaskTypeForm): void {
    setRefusal(null)
    save.mutate(values, {
      onError: (error) => {
        const faults = error instanceof CallError ? (error.fields ?? {}) : {}
        const message = messageOf(error, 'An unexpected error occurred')
        form.setErrors(faults)
        if (!Object.values(faults).includes(message)) setRefusal(message)
        if (!(error instanceof CallError && error.isServerSentence)) toast.error('Failed to save sync task type')
      },
    })
  }

  const choices = types.filter(({ id }) => id !== type?.id).map(({ id, name }) => ({ value: String(id), label: name }))
  const isFaulty = Object.keys(form.errors).length > 0

  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="sm">
        {refusal && (
          <Alert color="red" variant="light" role="alert">
            {refusal}
          </Alert>
        )}
        <TextInput label="Type Name" withAsterisk data-autofocus {...form.getInputProps('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
          <NumberInput
            label="Allowed Concurrent Tasks"
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('allowed_concurrent_tasks')}
          />
          <Select
            label="Depends On"
            data={[NO_DEPENDENCY, ...choices]}
            searchable
            allowDeselect={false}
            {...form.getInputProps('depends_on_id')}
            value={form.values.depends_on_id ?? NO_DEPENDENCY.value}
            onChange={(id) => form.setFieldValue('depends_on_id', id || null)}
          />
          <NumberInput
            label="Queue Delay (seconds)"
            min={0}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('queue_delay_seconds')}
          />
          <NumberInput
            label="Max Retries"
            min={0}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('max_retries')}
          />
          <NumberInput
            label="Retry Delay (seconds)"
            min={0}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('retry_delay_seconds')}
          />
          <NumberInput
            label="Chunk Size"
            min={1}
            allowDecimal={false}
            clampBehavior="none"
            {...form.getInputProps('chunk_size')}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isFaulty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
