import { Autocomplete, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { spreadsheetIdFrom } from '#contract/spreadsheet.ts'
import { spreadsheetQuery } from '../../../data/spreadsheets.ts'
import type { TaskFormState } from './use-task-form.ts'

const TYPING_PAUSE_MS = 400
/** Shorter text is still being typed. */
const MIN_ID_LENGTH = 10

interface Props {
  form: TaskFormState
  side: 'source' | 'target'
}

const LABEL = { source: 'Source', target: 'Target' }

/** One side of a copy: the spreadsheet, by id or pasted link, and the tab, offered by name where it can be read. */
export function SheetFields({ form, side }: Props) {
  const id = form.values[`${side}_ss_id`]
  const { title, tabs, fault } = useSpreadsheet(id)
  return (
    <Stack gap="xs">
      <TextInput
        withAsterisk
        label={`${LABEL[side]} spreadsheet ID`}
        placeholder="ID, or a link to paste"
        description={
          form.errors[`${side}_ss_id`] ? undefined : (title ?? fault ?? 'Its title shows here once it can be read')
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.getInputProps(`${side}_ss_id`)}
        onChange={({ currentTarget }) => form.setFieldValue(`${side}_ss_id`, spreadsheetIdFrom(currentTarget.value))}
      />
      <Autocomplete
        label={`${LABEL[side]} sheet name`}
        placeholder="The first tab"
        data={tabs}
        {...form.getInputProps(`${side}_sheet_name`)}
      />
    </Stack>
  )
}

function useSpreadsheet(typedId: string) {
  const [id] = useDebouncedValue(typedId, TYPING_PAUSE_MS)
  const { data, error } = useQuery({ ...spreadsheetQuery(id), enabled: id.length >= MIN_ID_LENGTH })
  return { title: data?.title, tabs: tabNames(data?.tabs), fault: error?.message }
}

/** Suggestions must not repeat, which tabs of a damaged spreadsheet might. */
function tabNames(tabs: readonly { title: string }[] = []): string[] {
  return [...new Set(tabs.map(({ title }) => title))]
}
