import { Select, SimpleGrid } from '@mantine/core'
import { ExtraCalls } from '../../shared/extra-calls.tsx'
import { HelpLink } from '../../shared/help-link.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { taskTypeFormValues } from './task-type-form.ts'
import type { TaskTypeFormState } from './use-task-type-form.ts'

const COLUMN_CHANGE_OPTIONS = [
  { value: 'hold', label: 'Hold the run and ask' },
  { value: 'follow', label: 'Copy and say so' },
]

/** Fields for the rules that hold runs of the type. */
export function HoldFields({ form }: { form: TaskTypeFormState }) {
  const { values, errors } = form
  const defaults = taskTypeFormValues(null)
  const isDefault =
    values.on_column_change === defaults.on_column_change && values.hold_loss_percent === defaults.hold_loss_percent
  return (
    <ExtraCalls>
      <Disclosure
        label="When to ask before copying"
        isOpenAtFirst={!isDefault}
        mustBeOpen={Boolean(errors['on_column_change'] || errors['hold_loss_percent'])}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" pt="xs">
          <Select
            label="Changed Columns"
            description="When a column of the source is missing, moved or renamed since the last copy."
            data={COLUMN_CHANGE_OPTIONS}
            allowDeselect={false}
            {...form.getInputProps('on_column_change')}
          />
          <NumberField
            label="Allowed Loss (%)"
            description="A run holds when more of the rows, or of a column's filled cells, would vanish; 100 turns this off."
            {...form.getInputProps('hold_loss_percent')}
          />
        </SimpleGrid>
        <HelpLink page="use/guards" label="Help: what a run asks before it copies" />
      </Disclosure>
    </ExtraCalls>
  )
}
