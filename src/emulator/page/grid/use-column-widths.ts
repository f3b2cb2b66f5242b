import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BlockSource, blockQuery } from '../api/values.ts'
import { blockOf } from './blocks.ts'
import { columnWidths } from './column-widths.ts'

/**
 * Widths in pixels that fit the texts of the first and the last rows, since later numbers are often longer ones.
 * Measured once a tab: a column that changed its width whenever someone edits would move the cells under the
 * reader's hand. `undefined` until known.
 */
export function useColumnWidths(source: BlockSource): readonly number[] | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['column-widths', source.spreadsheetId, source.tab.sheetId],
    queryFn: async () => {
      const rows = [...new Set([0, blockOf(source.tab.rowCount - 1, 0).row])]
      const blocks = rows.map((row) => queryClient.ensureQueryData(blockQuery(source, { row, column: 0 })))
      return columnWidths((await Promise.all(blocks)).flatMap((block) => block.shown))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
