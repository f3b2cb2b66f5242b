import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseColumns } from '#domain/shape/chosen-columns.ts'
import { readableConditions } from '#domain/shape/condition-rows.ts'
import { catchProblem } from '#domain/shape/quoted-text.ts'
import { parseSources } from '#domain/shape/source-list.ts'
import { shapeTrialQuery } from '../../../data/spreadsheets.ts'
import type { TaskFormValues } from '../form/task-form.ts'

const TYPING_PAUSE_MS = 500
/** Minimum length of an ID; shorter text is assumed to be incomplete. */
const MIN_ID_LENGTH = 10

export type ShapeTrialState = ReturnType<typeof useShapeTrial>

/**
 * Reads the columns of the source and, shortly after the last change, the resulting rows. The columns stay while the shape
 * changes. Unreadable parts of the shape are ignored.
 */
export function useShapeTrial(values: TaskFormValues) {
  const { source_ss_id, source_sheet_name: tab, start_row, source_column, hidden_rows } = values
  const id = source_ss_id.trim()
  const more_sources = catchProblem(() => parseSources(values.more_sources)) ? '' : values.more_sources
  // Send the target only with a folder, which may contain it. Otherwise each new target would read the rows again.
  const hasFolder = parseSources(more_sources).some(({ folder_id }) => folder_id !== undefined)
  const target_ss_id = hasFolder ? values.target_ss_id : ''
  const columns = catchProblem(() => parseColumns(values.columns)) ? '' : values.columns
  const rows = readableConditions(values.rows)
  const wanted = {
    source: { id, tab, start_row, more_sources, target_ss_id, source_column, hidden_rows },
    columns,
    rows,
    split_by: values.split_by.trim(),
  }
  const [asked] = useDebouncedValue(JSON.stringify(wanted), TYPING_PAUSE_MS)
  const { source, ...shape } = JSON.parse(asked) as typeof wanted
  const startRow = Number(source.start_row)
  const isAnswerable =
    source.id.length >= MIN_ID_LENGTH && !/\s/.test(source.id) && Number.isInteger(startRow) && startRow > 0
  const query = (each: typeof shape) => ({
    ...shapeTrialQuery({ ...source, start_row: startRow, ...each }),
    placeholderData: keepPreviousData,
  })
  const sample = useQuery({ ...query({ columns: '', rows: '', split_by: '' }), enabled: isAnswerable })
  // Wait for the sample: the server has then read the rows, and the counts cost no further requests to the provider.
  const trial = useQuery({ ...query(shape), enabled: isAnswerable && sample.isSuccess })
  return {
    /** Columns of the source; undefined if it cannot be read. */
    columns: sample.data?.columns,
    isLoading: sample.isLoading,
    error: sample.error ?? trial.error,
    trial: trial.error ? undefined : trial.data,
    /** Whether the trial belongs to an earlier state of the form. */
    isOld: trial.isPlaceholderData || asked !== JSON.stringify(wanted),
  }
}
