import { Autocomplete, Fieldset, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ShapeTrial } from '#contract/spreadsheet.ts'
import { pluralize } from '#domain/pluralize.ts'
import { HelpLink } from '../../../shared/help-link.tsx'
import { FIELD_OPTIONS } from '../form/field-options.ts'
import type { TaskFormValues } from '../form/task-form.ts'
import type { TaskFormState } from '../form/use-task-form.ts'
import { useShapeTrial } from './use-shape-trial.ts'

/** Origin of a task's targets. */
type TargetsChoice = 'tabs' | 'files' | 'sheet'

const TARGETS: readonly { value: TargetsChoice; label: string }[] = [
  { value: 'tabs', label: 'A tab for each, in the target spreadsheet' },
  { value: 'files', label: 'A file for each, listed here' },
  { value: 'sheet', label: 'A file for each, listed in a tab' },
]

/** Fields to hand out rows by the values of a column. */
export function HandOutFields({ form }: { form: TaskFormState }) {
  const isOn = form.values.split_by.trim() !== ''
  const { columns = [], trial } = useShapeTrial(form.values)
  return (
    <Fieldset legend="Hand out to many sheets" p="sm">
      <Stack gap="sm">
        <Autocomplete
          label="Split by"
          description="Source column whose value decides the target of a row"
          placeholder={columns[0]?.name ?? 'Branch'}
          data={[...new Set(columns.map(({ name }) => name))]}
          limit={20}
          {...form.getInputProps('split_by')}
        />
        {isOn && trial?.split && <ValueList trial={trial} column={form.values.split_by.trim()} split={trial.split} />}
        {isOn && (
          <>
            <TargetFields form={form} values={trial?.split?.first_values ?? []} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <NativeSelect
                label="Rows without a target"
                description="Their value is not listed, or empty"
                data={FIELD_OPTIONS.unmatched}
                {...form.getInputProps('unmatched')}
              />
              <TextInput
                label="Control sums"
                description="Columns to add up on both sides"
                placeholder="Amount, Quantity"
                {...form.getInputProps('control_sums')}
              />
            </SimpleGrid>
            <Text size="xs" c="dimmed">
              The tab under “To” is not used. Each run counts whether every row arrived.
            </Text>
          </>
        )}
        <HelpLink page="use/hand-out" label="Help: Hand out to many sheets" />
      </Stack>
    </Fieldset>
  )
}

const MAX_SHOWN = 8

interface ValueListProps {
  column: string
  trial: ShapeTrial
  split: NonNullable<ShapeTrial['split']>
}

/** Shows the values of the column: `Branch: 40 values, 4,001 rows`, then the first values. */
function ValueList({ column, trial, split: { values, empty_rows, error_rows, first_values } }: ValueListProps) {
  const filled = trial.matching_rows - empty_rows - error_rows
  const rows = trial.is_complete ? pluralize(filled, 'row') : `in the first ${pluralize(trial.rows, 'row')}`
  const shown = first_values.slice(0, MAX_SHOWN)
  const others = values - shown.length
  const missing = [
    ...(empty_rows > 0 ? [`${pluralize(empty_rows, 'row')} without a value`] : []),
    ...(error_rows > 0 ? [`${pluralize(error_rows, 'row')} with an error`] : []),
  ]
  return (
    <div>
      <Text size="sm" role="status">
        {[`${column}: ${pluralize(values, 'value')}`, rows, ...missing].join(', ')}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {shown.map(({ value, rows: count }) => `${value} (${count.toLocaleString('en-US')})`).join(' · ')}
        {others > 0 && ` · ${pluralize(others, 'other')}`}
      </Text>
    </div>
  )
}

interface TargetFieldsProps {
  form: TaskFormState
  /** The first values of the source. */
  values: readonly { value: string }[]
}

function TargetFields({ form, values }: TargetFieldsProps) {
  const [choice, setChoice] = useState(() => findChoice(form.values))
  const choose = (chosen: TargetsChoice) => {
    setChoice(chosen)
    // Clear fields of other choices: a hidden field must have no effect.
    if (chosen !== 'files') form.setFieldValue('targets', '')
    if (chosen !== 'sheet') form.setFieldValue('targets_from', '')
  }
  const [first = 'North', second = 'South'] = values.map(({ value }) => value)
  return (
    <>
      <NativeSelect
        label="Where each value goes"
        data={TARGETS}
        value={choice}
        onChange={(event) => choose(TARGETS.find(({ value }) => value === event.target.value)?.value ?? 'tabs')}
      />
      {choice === 'files' && (
        <Textarea
          label="Targets"
          description="A file for each value, one on each line: value, =>, link or ID, !, tab"
          placeholder={`${first} => https://docs.google.com/spreadsheets/d/…!Orders\n${second} => 1AbC…`}
          autosize
          minRows={2}
          maxRows={12}
          {...form.getInputProps('targets')}
        />
      )}
      {choice === 'sheet' && (
        <TextInput
          label="Targets from a tab"
          description="Link or ID, !, tab, then the columns with the values, the links and the tabs. Each run reads that tab"
          placeholder="https://docs.google.com/spreadsheets/d/…!Branches: Branch, File, Tab"
          {...form.getInputProps('targets_from')}
        />
      )}
    </>
  )
}

function findChoice({ targets, targets_from }: TaskFormValues): TargetsChoice {
  if (targets_from.trim() !== '') return 'sheet'
  return targets.trim() === '' ? 'tabs' : 'files'
}
