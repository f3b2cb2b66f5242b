import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { FIELD_OPTIONS } from '../form/field-options.ts'
import type { TaskFormState } from '../form/use-task-form.ts'
import { MoreSourcesField } from './more-sources-field.tsx'
import styles from './shape.css?url'

/** Fields for sources besides the task's own, and for the treatment of their rows. */
export function SourceFields({ form }: { form: TaskFormState }) {
  const { more_sources, source_column } = form.values
  const hasSeveral = more_sources.trim() !== '' || source_column !== ''
  return (
    <Stack gap="sm" pt="xs">
      <link rel="stylesheet" href={styles} precedence="shape" />
      <MoreSourcesField form={form} />
      <Text size="xs" c="dimmed">
        Their rows follow those of the source above, by column names.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Source column"
          description="A first column with the title of each row's source"
          placeholder="None"
          {...form.getInputProps('source_column')}
        />
        {hasSeveral && (
          <NativeSelect
            label="If a source fails or is held"
            description="The run ends in Warning or Error, and names it"
            data={FIELD_OPTIONS.when_source_fails}
            {...form.getInputProps('when_source_fails')}
          />
        )}
      </SimpleGrid>
    </Stack>
  )
}
