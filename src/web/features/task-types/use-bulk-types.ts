import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { callForFile, upload } from '../../lib/call.ts'
import { readNow } from '../../lib/read-schedule.ts'
import { saveFile } from '../../lib/save-file.ts'
import { typeExportFailure, typeImportFailure } from './failure-messages.ts'
import { typeExportName } from './type-csv-file.ts'

const EXPORT_TIMEOUT_MS = 30_000

/** The outcome of the last import or export. */
export interface BulkMessage {
  readonly kind: 'success' | 'error'
  readonly text: string
}

/** Import and export of types. Starting one clears the previous message. */
export function useBulkTypes() {
  const queryClient = useQueryClient()
  const [message, setMessage] = useState<BulkMessage | null>(null)
  const refresh = () => readNow(queryClient, api.csvJobs.list, api.taskTypes.list)

  /** Resolves to whether the import was started. */
  async function importCsv(file: File): Promise<boolean> {
    setMessage(null)
    try {
      const { job_id } = await upload(api.taskTypes.importCsv, file)
      setMessage({
        kind: 'success',
        text: `Import started successfully!${job_id === undefined ? '' : ` Job ID: ${job_id}.`} Check job status below.`,
      })
      await refresh()
      return true
    } catch (error) {
      setMessage({ kind: 'error', text: typeImportFailure(error) })
      return false
    }
  }

  async function exportCsv(): Promise<void> {
    setMessage(null)
    try {
      const { blob, headers, fileName } = await callForFile(api.taskTypes.exportCsv, { timeoutMs: EXPORT_TIMEOUT_MS })
      saveFile(blob, fileName ?? typeExportName(new Date()))
      const jobId = headers.get('x-csv-job-id')
      setMessage({ kind: 'success', text: `Export completed successfully!${jobId ? ` Job ID: ${jobId}` : ''}` })
      await readNow(queryClient, api.csvJobs.list)
    } catch (error) {
      setMessage({ kind: 'error', text: typeExportFailure(error) })
    }
  }

  return { message, setMessage, importCsv, exportCsv }
}
