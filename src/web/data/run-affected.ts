import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ActionKey } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { readNow } from '../lib/read-schedule.ts'
import { showError, showOutcome, taskKey } from './task-actions.ts'
import { reloadTasks } from './task-cache.ts'

const FAILED = 'Error executing sync task'

export function affectedKey(taskId: number): ActionKey {
  return [...taskKey(taskId), 'run-affected']
}

/** Runs a task again, with all tasks that failed for the same cause and the tasks that they blocked. */
export async function runAffected(queryClient: QueryClient, taskId: number): Promise<void> {
  try {
    const outcome = await call(api.incidents.runAgain, { params: { id: taskId } })
    showOutcome(outcome, { done: 'Tasks started', failed: FAILED })
  } catch (error) {
    showError(error, FAILED)
  }
  void reloadTasks(queryClient)
  await readNow(queryClient, api.overview.get, api.tasks.get, api.incidents.ofTask)
}
