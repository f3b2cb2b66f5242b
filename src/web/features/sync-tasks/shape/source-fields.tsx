import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ChooseFile } from '../pick/choose-file.tsx'

const WHEN_SOURCE_FAILS = [
  { value: 'keep_its_rows', label: 'Keep its last rows, copy the others' },
  { value: 'hold', label: 'Copy nothing' },
]

/** Sources besides the task's own, as text: the same as in CSV files. */
export function SourceFields({ form }: { form: TaskFormState }) {
  const { more_sources, source_column } = form.values
  const hasSeveral = more_sources.trim() !== '' || source_column !== ''
  return (
    <>
      <Textarea
        label="Further sources"
        description="One on each line: link or ID, !, tab. A link to a Drive folder stands for all its spreadsheets. Their rows follow those of the source above, by column names; * in a tab name stands for any text"
        placeholder={'https://docs.google.com/spreadsheets/d/…!Orders\n1AbC…!2026-*'}
        autosize
        minRows={1}
        maxRows={8}
        {...form.getInputProps('more_sources')}
      />
      <ChooseFile
        label="Choose a spreadsheet to add"
        text="Choose a spreadsheet to add"
        accounts={form.values.relevant_user_accounts}
        onPick={(picked) => form.setFieldValue('more_sources', withLine(more_sources, picked))}
      >
        {(button) => button}
      </ChooseFile>
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
            data={WHEN_SOURCE_FAILS}
            {...form.getInputProps('when_source_fails')}
          />
        )}
      </SimpleGrid>
    </>
  )
}

function withLine(text: string, line: string): string {
  return text.trim() === '' ? line : `${text.trimEnd()}\n${line}`
}
