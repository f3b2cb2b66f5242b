import { Autocomplete, Stack, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { linkedTab, spreadsheetIdFrom, tabIdIn } from '#contract/spreadsheet.ts'
import { useSpreadsheet } from './use-spreadsheet.ts'
import type { TaskFormState } from './use-task-form.ts'

interface Props {
  form: TaskFormState
  side: 'source' | 'target'
}

const LABEL = { source: 'Source', target: 'Target' }

/** The source or target: the spreadsheet, as an id or pasted link, and the sheet, with suggestions if it can be read. */
export function SheetFields({ form, side }: Props) {
  const id = form.values[`${side}_ss_id`]
  const { title, tabs, problem, hint, canRead } = useSpreadsheet(id)
  const tab = form.values[`${side}_sheet_name`]
  const linkedTitle = tabs.find((each) => each.id === tabIdIn(tab))?.title
  useEffect(() => {
    if (linkedTitle !== undefined) form.setFieldValue(`${side}_sheet_name`, linkedTitle)
  }, [linkedTitle, form.setFieldValue, side])

  function enter(pasted: string): void {
    form.setFieldValue(`${side}_ss_id`, spreadsheetIdFrom(pasted))
    const linked = canRead ? linkedTab(pasted) : undefined
    if (linked !== undefined) form.setFieldValue(`${side}_sheet_name`, linked)
  }

  return (
    <Stack gap="xs">
      <TextInput
        withAsterisk
        label={`${LABEL[side]} spreadsheet ID`}
        placeholder="Paste an ID or a link"
        description={form.errors[`${side}_ss_id`] ? undefined : (title ?? problem ?? hint)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps(`${side}_ss_id`)}
        onChange={({ currentTarget }) => enter(currentTarget.value)}
      />
      <Autocomplete
        label={`${LABEL[side]} sheet name`}
        placeholder="First sheet"
        data={tabNames(tabs)}
        description={tabIdIn(tab) === undefined ? undefined : 'The tab that the link leads to'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps(`${side}_sheet_name`)}
      />
    </Stack>
  )
}

/** The suggestions must be unique, but a damaged spreadsheet may have tabs with the same name. */
function tabNames(tabs: readonly { title: string }[]): string[] {
  return [...new Set(tabs.map(({ title }) => title))]
}
