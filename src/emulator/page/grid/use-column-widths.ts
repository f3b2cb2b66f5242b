import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BlockSource, blockQuery } from '../api/values.ts'
import { columnWidths } from './column-widths.ts'

/**
 * Widths in pixels that fit the first block's texts. Measured once a tab: a column that changed its
 * width whenever someone edits would move the cells under the reader's hand. `undefined` until known.
 */
export function useColumnWidths(source: BlockSource): readonly number[] | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['column-widths', source.spreadsheetId, source.tab.sheetId],
    queryFn: async () =>
      columnWidths((await queryClient.ensureQueryData(blockQuery(source, { row: 0, column: 0 }))).shown),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
