import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { upload } from '../../lib/call.ts'
import { invalidate } from '../../lib/route-query.ts'
import { CSV_TOAST_MS, toast, toastFailure } from '../../lib/toast.tsx'
import { importFailure, importOutcome } from './import-outcome.ts'

/** Uploads a CSV file of tasks and shows a toast; `data` is the server's response, including the skipped rows. */
export function useImportTasks() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => upload(api.tasks.importCsv, file),
    onSuccess: (result) => {
      const { kind, text } = importOutcome(result)
      toast[kind](text, { timeoutMs: CSV_TOAST_MS })
    },
    onError: (error) => {
      const { kind, text: message } = importFailure(error)
      toastFailure(error, { kind, message, timeoutMs: CSV_TOAST_MS })
    },
    // Also without a response: some rows may have been imported before the connection was lost.
    onSettled: () => void invalidate(queryClient, api.tasks.list, api.tasks.statusAll, api.taskTypes.list),
  })
}
