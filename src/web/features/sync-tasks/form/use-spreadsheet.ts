import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { spreadsheetQuery } from '../../../data/spreadsheets.ts'

const TYPING_PAUSE_MS = 400
/** Minimum length of an ID; shorter text is assumed to be incomplete. */
const MIN_ID_LENGTH = 10

/** The title and tabs of the spreadsheet with the entered ID, once it has been typed and can be read. */
export function useSpreadsheet(enteredId: string) {
  const [id] = useDebouncedValue(enteredId, TYPING_PAUSE_MS)
  const canRead = useHasExtraCalls()
  const { data, error } = useQuery({ ...spreadsheetQuery(id), enabled: canRead && id.length >= MIN_ID_LENGTH })
  const hint = canRead ? 'The title appears here' : undefined
  return { title: data?.title, tabs: data?.tabs ?? [], problem: error?.message, hint, canRead }
}
