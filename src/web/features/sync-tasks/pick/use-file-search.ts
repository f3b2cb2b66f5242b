import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAX_FILE_SEARCH_LENGTH } from '#contract/spreadsheet.ts'
import { spreadsheetIdFrom, unwrapLink } from '#contract/spreadsheet-link.ts'
import { fileSearchQuery } from '../../../data/spreadsheets.ts'

/** Delay before a search is sent, so that a search does not follow every key press. */
const TYPING_PAUSE_MS = 300

interface Options {
  accounts: string
  isOpen: boolean
  withFolders?: boolean
  /** Maximum files to find. */
  limit?: number
}

export type FileSearchState = ReturnType<typeof useFileSearch>

/** Searches spreadsheets by title. The typed text may also be a link. */
export function useFileSearch(typed: string, { accounts, isOpen, withFolders = false, limit }: Options) {
  const unwrapped = unwrapLink(typed)
  const link = spreadsheetIdFrom(unwrapped) === unwrapped ? undefined : unwrapped
  const [search] = useDebouncedValue(
    link === undefined ? unwrapped.slice(0, MAX_FILE_SEARCH_LENGTH) : '',
    TYPING_PAUSE_MS,
  )
  const { data, error, isPlaceholderData } = useQuery({
    ...fileSearchQuery({
      search,
      relevant_user_accounts: accounts,
      ...(withFolders && { folders: 'true' }),
      ...(limit !== undefined && { limit: String(limit) }),
    }),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  return {
    link,
    search,
    data,
    error,
    files: link === undefined ? (data?.files ?? []) : [],
    isReading: link === undefined && error === null && (data === undefined || isPlaceholderData),
  }
}
