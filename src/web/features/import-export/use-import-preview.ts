import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { TaskImportPreview } from '#contract/task-import.ts'
import { upload } from '../../lib/call.ts'
import { CSV_TOAST_MS, toastFailure } from '../../lib/toast.tsx'

/** Previews the import of a file. Keeps each preview with its file, because it may arrive after another file is chosen. */
export function useImportPreview() {
  const [preview, setPreview] = useState<{ file: File; reply: TaskImportPreview }>()

  async function start(file: File): Promise<void> {
    setPreview(undefined)
    try {
      setPreview({ file, reply: await upload(api.tasks.previewImport, file) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toastFailure(error, { message, timeoutMs: CSV_TOAST_MS })
    }
  }

  return { result: preview, start }
}
