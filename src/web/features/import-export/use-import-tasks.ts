import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { ReadReply } from '#contract/route.ts'
import { upload } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { CSV_TOAST_MS, toast, toastFailure } from '../../lib/toast.tsx'
import { importFailure, importOutcome } from './import-outcome.ts'

/** Uploads a CSV file of tasks and shows a toast; `result` is the file with the server's response. */
export function useImportTasks() {
  const queryClient = useQueryClient()
  const [result, setResult] = useState<{ file: File; reply: ReadReply<typeof api.tasks.importCsv> }>()

  /** Uploads a file. Resolves to whether the server accepted it. */
  async function start(file: File): Promise<boolean> {
    setResult(undefined)
    try {
      const reply = await upload(api.tasks.importCsv, file)
      setResult({ file, reply })
      const { kind, text } = importOutcome(reply)
      toast[kind](text, { timeoutMs: CSV_TOAST_MS })
      return true
    } catch (error) {
      const { kind, text: message } = importFailure(error)
      toastFailure(error, { kind, message, timeoutMs: CSV_TOAST_MS })
      return false
    } finally {
      // Reload even without a response: some rows may have been imported before the connection was lost.
      void readNow(queryClient, api.tasks.list, api.tasks.statusAll, api.taskTypes.list)
    }
  }

  return { result, start, clear: () => setResult(undefined) }
}
