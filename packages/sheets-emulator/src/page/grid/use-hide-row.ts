import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSpreadsheet } from '../api/spreadsheet.ts'
import { type BlockSource, blockQuery } from '../api/values.ts'
import { findBlock } from '../cells/blocks.ts'
import { useAnnounce } from '../ui/notices.tsx'

/** Hides a row, or shows it again. */
export function useHideRow({ spreadsheetId, tab }: BlockSource) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: ({ row, isHidden }: { row: number; isHidden: boolean }) => {
      const range = { sheetId: tab.sheetId, dimension: 'ROWS' as const, startIndex: row, endIndex: row + 1 }
      const properties = { hiddenByUser: isHidden }
      return changeSpreadsheet(spreadsheetId, [
        { updateDimensionProperties: { range, properties, fields: 'hiddenByUser' } },
      ])
    },
    onError: (error, { row, isHidden }) =>
      announce(`Could not ${isHidden ? 'hide' : 'show'} row ${row + 1}: ${error.message}`),
    onSettled: (_reply, _error, { row }) => {
      const [keyOfTab, id, sheetId, blockRow] = blockQuery({ spreadsheetId, tab }, findBlock(row, 0)).queryKey
      return queryClient.invalidateQueries({ queryKey: [keyOfTab, id, sheetId, blockRow] })
    },
  })
}
