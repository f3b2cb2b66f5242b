import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { call } from '../lib/call.ts'
import { readNow } from '../lib/read-schedule.ts'
import { showError, showOutcome } from './task-actions.ts'
import { reloadTasks } from './task-cache.ts'

/** Pauses everything until a date, or until a time in ISO 8601. Resolves to whether the server accepted the pause. */
export function pauseEverything(queryClient: QueryClient, until: string): Promise<boolean> {
  return change(queryClient, () => call(api.pauses.set, { body: { until } }), 'Failed to pause')
}

export function resumeEverything(queryClient: QueryClient): Promise<boolean> {
  return change(queryClient, () => call(api.pauses.end, {}), 'Failed to resume')
}

async function change(
  queryClient: QueryClient,
  send: () => Promise<Parameters<typeof showOutcome>[0]>,
  failed: string,
): Promise<boolean> {
  try {
    showOutcome(await send(), { done: 'Done', failed })
  } catch (error) {
    showError(error, failed)
    return false
  }
  await Promise.all([reloadTasks(queryClient), readNow(queryClient, api.pauses.get, api.waves.list, api.overview.get)])
  return true
}
