import { Checkbox, Fieldset, NativeSelect, Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import { DEFAULT_CHUNK_SIZE } from '#contract/task-reading.ts'
import type { TaskType } from '#contract/task-type.ts'
import { timezoneName } from '#domain/schedule/timezone.ts'
import { useAppInfo } from '../../../data/app-info.ts'
import { FreshFields } from '../../../shared/fresh-fields.tsx'
import { ScheduleMore } from '../../../shared/schedule-more.tsx'
import { StartSection } from '../../../shared/start-section.tsx'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import { ShapeSection } from '../shape/shape-section.tsx'
import { ExpectationFields } from './expectation-fields.tsx'
import { NameField } from './name-field.tsx'
import { SheetFields } from './sheet-fields.tsx'
import { NEW_TASK } from './task-form.ts'
import type { TaskFormState } from './use-task-form.ts'

interface Props {
  form: TaskFormState
  types: readonly TaskType[]
  /** Undefined for a new task. */
  taskId: number | undefined
}

const BESIDE = [
  { value: 'ask', label: 'Ask before it ends up beside another row' },
  { value: 'leave', label: 'Leave it in its place' },
]

/** The fields of the task form. */
export function TaskFormFields({ form, types, taskId }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TypeField form={form} types={types} />
        <NameField form={form} taskId={taskId} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Fieldset legend="Copy from" p="sm">
          <SheetFields form={form} side="source" />
          <Text size="xs" c="dimmed" mt="xs">
            Rows that are hidden or filtered out in the source are copied too.
          </Text>
        </Fieldset>
        <Fieldset legend="Copy to" p="sm">
          <SheetFields form={form} side="target" />
        </Fieldset>
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        Copies values, formula results and number formats. Formulas, links behind text, notes, rich text, images, data
        validation, merged cells and conditional formats are not copied.
      </Text>
      <TimesField form={form} />
      <DaysField form={form} />
      <StartSection
        form={form}
        isOfTask
        ofType={typeIn(form, types)}
        values={form.values}
        blank={NEW_TASK}
        errors={form.errors}
      />
      <FreshFields form={form} isOfTask ofType={typeIn(form, types)} />
      <TextInput
        label="Relevant user accounts"
        placeholder="maria@example.com, tom@example.com"
        description="Whose Google access is used, in order of preference, separated by commas"
        {...form.getInputProps('relevant_user_accounts')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NumberField
          label="Start row"
          description="First row to copy"
          inputWrapperOrder={DESCRIPTION_LAST}
          {...form.getInputProps('start_row')}
        />
        <NumberField
          label="Chunk size"
          description="Rows to read at once"
          inputWrapperOrder={DESCRIPTION_LAST}
          readOnly={taskId !== undefined}
          {...(taskId !== undefined && { variant: 'filled' })}
          {...form.getInputProps('chunk_size')}
        />
        <NumberField
          label="Max concurrent"
          description="Tasks of its type at once"
          inputWrapperOrder={DESCRIPTION_LAST}
          placeholder="Same as type"
          {...form.getInputProps('max_concurrent_tasks')}
        />
      </SimpleGrid>
      <Checkbox
        label="Hold the run when someone edited the target"
        description="Otherwise a run overwrites the edits, and lists them."
        {...form.getInputProps('holds_edits', { type: 'checkbox' })}
      />
      {form.values.mode === 'mirror' && (
        <NativeSelect
          label="What stands beside the copied columns"
          description="Remarks that people type in other columns of the same rows"
          data={BESIDE}
          {...form.getInputProps('beside')}
        />
      )}
      <ShapeSection form={form} />
      <ExpectationFields form={form} taskId={taskId} />
      <Textarea
        label="Notes"
        placeholder="What the copy is for, who to ask"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('notes')}
      />
    </>
  )
}

function typeIn({ values }: TaskFormState, types: readonly TaskType[]): TaskType | undefined {
  return types.find(({ id }) => String(id) === values.sync_task_type_id)
}

/** Selecting a type also sets its chunk size. */
function TypeField({ form, types }: Omit<Props, 'taskId'>) {
  return (
    <Select
      withAsterisk
      label="Task type"
      description="Says which tasks run first, how many at once, and how often they retry"
      inputWrapperOrder={DESCRIPTION_LAST}
      data-autofocus
      // The list would hide the form that has just opened.
      openOnFocus={false}
      placeholder="Choose a type"
      nothingFoundMessage="No task types found"
      data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
      searchable
      allowDeselect={false}
      {...form.getInputProps('sync_task_type_id')}
      onChange={(value) => {
        const type = types.find(({ id }) => String(id) === value)
        form.setFieldValue('sync_task_type_id', value)
        form.setFieldValue('chunk_size', String(type?.chunk_size || DEFAULT_CHUNK_SIZE))
      }}
    />
  )
}

/** Opens on demand: most tasks run every day. */
function DaysField({ form }: Pick<Props, 'form'>) {
  const { scheduled_times, schedule_days, paused_until, holidays } = form.values
  return (
    <ScheduleMore
      times={scheduled_times}
      values={{ schedule_days, paused_until, holidays }}
      errors={form.errors}
      onChange={(field, value) => form.setFieldValue(field, value)}
    />
  )
}

function TimesField({ form }: Pick<Props, 'form'>) {
  const timezone = useAppInfo()?.timezone
  return (
    <TextInput
      label="Scheduled times"
      placeholder="04:00, 23:00"
      description={
        <Text span inherit>
          24-hour times{timezone && ` in ${timezoneName(timezone)}`}, separated by commas. Leave empty for no schedule.
        </Text>
      }
      {...form.getInputProps('scheduled_times')}
    />
  )
}
