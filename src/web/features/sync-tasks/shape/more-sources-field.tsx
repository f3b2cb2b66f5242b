import { Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { TaskFormState } from '../form/use-task-form.ts'
import { ChooseSources } from '../pick/choose-sources.tsx'
import { addLink, addSources, readSources, removeSource, toggleSource } from './chosen-sources.ts'
import { SourceChips } from './source-chips.tsx'
import { TwoViews } from './two-views.tsx'

/** Sources besides the task's own: as chips with a search, or as text in the format of CSV files. */
export function MoreSourcesField({ form }: { form: TaskFormState }) {
  const [prefersText, setPrefersText] = useState(false)
  const { more_sources: text, relevant_user_accounts: accounts } = form.values
  const sources = readSources(text)
  // Show the text if the field has an error, because the error refers to the text.
  const canBeList = sources !== undefined && form.errors['more_sources'] === undefined
  const isText = prefersText || !canBeList
  const change = (changed: string) => form.setFieldValue('more_sources', changed)
  return (
    <TwoViews
      label="Further sources"
      isText={isText}
      onChangeView={canBeList ? setPrefersText : undefined}
      text={(id) => (
        <Textarea
          id={id}
          description="One source per line: link or ID, !, tab. A link to a Drive folder adds all its spreadsheets; * in a tab name matches any text"
          placeholder={'https://docs.google.com/spreadsheets/d/…!Orders\n1AbC…!2026-*'}
          autosize
          minRows={1}
          maxRows={8}
          {...form.getInputProps('more_sources')}
          onFocus={() => setPrefersText(true)}
        />
      )}
      list={
        <Stack gap={6} align="flex-start">
          {/* The button is above the chips, so the list stays in place while chips are added. */}
          <ChooseSources
            accounts={accounts}
            chosen={new Set(sources?.map(({ place }) => place))}
            onToggle={(place) => change(toggleSource(text, place))}
            onUse={(picked) => change(addLink(text, picked))}
            onAdd={(picked) => change(addSources(text, picked))}
          />
          <SourceChips
            sources={sources ?? []}
            accounts={accounts}
            onRemove={(index) => change(removeSource(text, index))}
          />
        </Stack>
      }
    />
  )
}
