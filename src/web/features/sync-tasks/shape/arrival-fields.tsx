import { Checkbox, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { AdditionProps } from '../form/addition-props.ts'
import { FIELD_OPTIONS } from '../form/field-options.ts'
import { HandOutFields } from './hand-out-fields.tsx'
import { ModeFields } from './mode-fields.tsx'

/** How a run changes its target, and where. */
export function ArrivalFields({ form }: Pick<AdditionProps, 'form'>) {
  return (
    <Stack gap="sm" pt="xs">
      <ModeFields form={form} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Target cell"
          description="The first cell to write"
          placeholder="Column A, from the start row on"
          {...form.getInputProps('target_cell')}
        />
        <NativeSelect
          label="Header"
          description="The row with the names of the columns"
          data={FIELD_OPTIONS.header}
          {...form.getInputProps('header')}
        />
      </SimpleGrid>
      <NativeSelect
        label="Hidden rows"
        description="Rows of the source that are hidden by hand or by its filter"
        data={FIELD_OPTIONS.hidden_rows}
        {...form.getInputProps('hidden_rows')}
      />
      <Checkbox
        label="Hold the run when someone edited the target"
        description="Otherwise a run overwrites the edits, and lists them."
        {...form.getInputProps('holds_edits', { type: 'checkbox' })}
      />
      {(form.values.mode === 'mirror' || form.values.beside === 'carry') && (
        <NativeSelect
          label="What stands beside the copied columns"
          description="Remarks that people type in other columns of the same rows"
          data={FIELD_OPTIONS.beside}
          {...form.getInputProps('beside')}
        />
      )}
      <HandOutFields form={form} />
    </Stack>
  )
}
