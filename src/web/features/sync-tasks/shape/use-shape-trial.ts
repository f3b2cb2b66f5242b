import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { shapeTrialQuery } from '../../../data/spreadsheets.ts'
import type { TaskFormValues } from '../form/task-form.ts'

const TYPING_PAUSE_MS = 500
/** Minimum length of an ID; shorter text is assumed to be incomplete. */
const MIN_ID_LENGTH = 10

/** Shows what the shape in a form makes of the source, a moment after the last change; nothing while a field is wrong. */
export function useShapeTrial({ source_ss_id: id, source_sheet_name: tab, start_row, ...form }: TaskFormValues) {
  const { columns, rows, more_sources, source_column, hidden_rows } = form
  const wanted = { id, tab, start_row, columns, rows, more_sources, source_column, hidden_rows }
  const [asked] = useDebouncedValue(JSON.stringify(wanted), TYPING_PAUSE_MS)
  const { id: spreadsheet, start_row: row, ...shape } = JSON.parse(asked) as typeof wanted
  const startRow = Number(row)
  const isAnswerable = spreadsheet.length >= MIN_ID_LENGTH && Number.isInteger(startRow) && startRow > 0
  return useQuery({
    ...shapeTrialQuery({ id: spreadsheet, start_row: startRow, ...shape }),
    enabled: isAnswerable,
    placeholderData: keepPreviousData,
  })
}
