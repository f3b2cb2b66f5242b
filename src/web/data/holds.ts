import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Hold } from '#contract/hold.ts'
import type { ActionKey } from '../lib/action.ts'
import { call } from '../lib/call.ts'
import { polled, readNow } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { POLL_MS } from './polling.ts'
import { showError, showOutcome } from './task-actions.ts'
import { reloadTasks } from './task-cache.ts'

/** Held tasks, which wait for a person's decision. */
export const holdsQuery = () => polled(routeQuery(api.holds.list), POLL_MS)

/** The key of the action to accept holds. */
export function acceptKey(ids: readonly number[]): ActionKey {
  return ['accept-holds', ids.join()]
}

/** The key of the action to take held tasks over. */
export function takeOverKey(ids: readonly number[]): ActionKey {
  return ['take-over', ids.join()]
}

/** Whether the owner left. The task is then taken over instead of being copied anyway. */
export function isOwnerGone({ rules: [main] }: Pick<Hold, 'rules'>): boolean {
  return main?.cause === 'owner_left'
}

/** Makes the signed-in person the owner of tasks that are held because their owner left. */
export async function takeOver(queryClient: QueryClient, ids: readonly number[]): Promise<void> {
  try {
    const outcome = await call(api.holds.takeOver, { body: { ids: [...ids] } })
    showOutcome(outcome, { done: 'Taken over', failed: 'Failed to take over' })
  } catch (error) {
    showError(error, 'Failed to take over')
  }
  void reloadTasks(queryClient)
  await readNow(queryClient, api.holds.list, api.tasks.get, api.runs.get, api.overview.get)
}

/** Accepts holds, so their tasks are copied anyway. */
export async function acceptHolds(queryClient: QueryClient, ids: readonly number[]): Promise<void> {
  try {
    const outcome = await call(api.holds.accept, { body: { ids: [...ids] } })
    showOutcome(outcome, { done: 'Task started', failed: 'Failed to copy anyway' })
  } catch (error) {
    showError(error, 'Failed to copy anyway')
  }
  void reloadTasks(queryClient)
  await readNow(queryClient, api.holds.list, api.tasks.get, api.runs.get)
}
