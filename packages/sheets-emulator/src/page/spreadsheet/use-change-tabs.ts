import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSpreadsheet, spreadsheetQuery } from '../api/spreadsheet.ts'
import { useAnnounce } from '../ui/notices.tsx'
import { selectTab } from './use-selected-tab.ts'

/** Mutations that add and rename tabs and add rows. Each reloads the spreadsheet, whether it succeeds or fails. */
export function useChangeTabs(spreadsheetId: string) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: spreadsheetQuery(spreadsheetId).queryKey })

  const addTab = useMutation({
    mutationFn: (title: string) => changeSpreadsheet(spreadsheetId, [{ addSheet: { properties: { title } } }]),
    onError: (error) => announce(`Could not add the tab: ${error.message}`),
    onSettled,
    onSuccess: ({ replies }) => {
      const sheetId = replies[0]?.addSheet?.properties.sheetId
      if (sheetId !== undefined) selectTab(sheetId)
    },
  })
  const renameTab = useMutation({
    mutationFn: (properties: { sheetId: number; title: string }) =>
      changeSpreadsheet(spreadsheetId, [{ updateSheetProperties: { properties, fields: 'title' } }]),
    onError: (error) => announce(`Could not rename the tab: ${error.message}`),
    onSettled,
  })
  const addRows = useMutation({
    mutationFn: ({ sheetId, length }: { sheetId: number; length: number }) =>
      changeSpreadsheet(spreadsheetId, [{ appendDimension: { sheetId, dimension: 'ROWS', length } }]),
    onError: (error) => announce(`Could not add rows: ${error.message}`),
    onSettled,
  })
  return { addTab, renameTab, addRows }
}
