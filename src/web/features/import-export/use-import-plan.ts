import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { TaskImportPlan } from '#contract/task-import.ts'
import { upload } from '../../lib/call.ts'
import { CSV_TOAST_MS, toastFailure } from '../../lib/toast.tsx'

/** What importing a file would do. A plan belongs to one file: clear it when another is chosen. */
export function useImportPlan() {
  const [plan, setPlan] = useState<TaskImportPlan>()

  async function start(file: File): Promise<void> {
    setPlan(undefined)
    try {
      setPlan(await upload(api.tasks.planImport, file))
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      toastFailure(error, { message, timeoutMs: CSV_TOAST_MS })
    }
  }

  return { plan, start, clear: () => setPlan(undefined) }
}
