import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { TaskType } from '#contract/task-type.ts'
import { ExtraCalls } from '../../shared/extra-calls.tsx'
import { FreshSection } from '../../shared/fresh-fields.tsx'
import { StartSection } from '../../shared/start-section.tsx'
import { DESCRIPTION_LAST } from '../../ui/description-last.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { HoldFields } from './hold-fields.tsx'
import { taskTypeFormValues } from './task-type-form.ts'
import type { TaskTypeFormState } from './use-task-type-form.ts'

const NO_DEPENDENCY = { value: '', label: 'None' }

const NUMBER_FIELDS = [
  { name: 'queue_delay_seconds', label: 'Queue Delay (seconds)', description: 'Between the starts of two tasks' },
  { name: 'max_retries', label: 'Max Retries', description: 'Attempts after one that Failed, before Error' },
  { name: 'retry_delay_seconds', label: 'Retry Delay (seconds)', description: 'Before the next attempt' },
  { name: 'chunk_size', label: 'Chunk Size', description: 'Rows of a tab to read at once' },
] as const

const NOTE_OPTIONS = [
  { value: 'off', label: 'No' },
  { value: 'note', label: 'In a note on the first cell' },
  { value: 'tab', label: "In the tab 'Sync info'" },
]

const SKIP_HINT =
  'Needs the Drive API. A skipped run reads no cells; a source with formulas is never skipped, and every task is read once a day. Drive learns of an edit up to three minutes late: wait that long before you run a task that you have just edited. Leave this off for sources that a Google Form fills.'

const KEEP_HINT =
  'For undo, data copies, change sets, and examples in holds and alerts. Without it, runs keep counts alone, cannot be undone and do not notice edits by hand. Turning it off deletes stored cells, and the logs of these tasks.'

interface Props {
  form: TaskTypeFormState
  /** The types this type can depend on. */
  others: readonly TaskType[]
}

/** The fields of the task type form. */
export function TaskTypeFormFields({ form, others }: Props) {
  // Show the limit in hours only for types that already have it. New types use the freshness promise instead.
  const [hasHours] = useState(form.values.alert_after_hours !== '')
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
        {NUMBER_FIELDS.map(({ name, ...labels }) => (
          <NumberField key={name} {...labels} inputWrapperOrder={DESCRIPTION_LAST} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      <ExtraCalls>
        <Checkbox
          label="Skip tasks whose files nobody edited since their last success"
          description={SKIP_HINT}
          {...form.getInputProps('skips_untouched', { type: 'checkbox' })}
        />
        <Checkbox
          label="Keep the cells of runs"
          description={KEEP_HINT}
          {...form.getInputProps('keeps_cells', { type: 'checkbox' })}
        />
        <StartSection
          form={form}
          isOfTask={false}
          values={form.values}
          blank={taskTypeFormValues(null)}
          errors={form.errors}
        />
        <FreshSection form={form} isMoreSet={form.values.freshness_note !== 'off' || hasHours}>
          {hasHours && (
            <NumberField
              label="Never without success for (hours)"
              description="Leave empty for no limit. The age above covers the same."
              inputWrapperOrder={DESCRIPTION_LAST}
              {...form.getInputProps('alert_after_hours')}
            />
          )}
          <Select
            label="Tell readers in the target"
            description="Where it comes from, when it was copied, the next run and its state. Notes of other people are kept."
            data={NOTE_OPTIONS}
            allowDeselect={false}
            {...form.getInputProps('freshness_note')}
          />
        </FreshSection>
      </ExtraCalls>
      <HoldFields form={form} />
    </>
  )
}
