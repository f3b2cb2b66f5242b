import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { ExtraCalls } from '../../../shared/extra-calls.tsx'
import { DESCRIPTION_LAST } from '../../../ui/description-last.ts'
import { NumberField } from '../../../ui/number-field.tsx'
import type { AdditionProps } from './addition-props.ts'
import { ExpectationFields } from './expectation-fields.tsx'

/** Accounts, limits, expectations and notes of a task. */
export function OtherFields({ form, taskId }: AdditionProps) {
  return (
    <Stack gap="sm" pt="xs">
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
      <ExtraCalls>
        <ExpectationFields form={form} taskId={taskId} />
      </ExtraCalls>
      <Textarea
        label="Notes"
        placeholder="What the copy is for, who to ask"
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('notes')}
      />
    </Stack>
  )
}
