import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type BlockSource, blockQuery } from '../api/values.ts'
import { findBlock } from '../cells/blocks.ts'
import { columnWidths } from './column-widths.ts'

/**
 * Column widths in pixels for the texts of the first and the last rows, because later numbers are often longer. They are
 * measured once per tab: widths adjusted at every edit would move the cells under the user's pointer. `undefined` until loaded.
 */
export function useColumnWidths(source: BlockSource): readonly number[] | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: ['column-widths', source.spreadsheetId, source.tab.sheetId],
    queryFn: async () => {
      const rows = [...new Set([0, findBlock(source.tab.rowCount - 1, 0).row])]
      const blocks = rows.map((row) => queryClient.ensureQueryData(blockQuery(source, { row, column: 0 })))
      return columnWidths(
        (await Promise.all(blocks)).flatMap(({ cells }) => cells.map((row) => row.map(({ shown }) => shown))),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
