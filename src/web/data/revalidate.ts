import type { Query, QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { positionFrom } from '#contract/event-position.ts'
import type { Route } from '#contract/route.ts'
import { readNow, readSoon } from '../lib/read-schedule.ts'
import { buildQueryKey } from '../lib/route-query.ts'
import { findLiveState } from './live-state.ts'

/** Routes with replies that events keep up to date. */
const KEPT = listPaths(api.tasks.list, api.tasks.get, api.tasks.statusAll, api.taskTypes.list)
/** Routes with replies that are read again after certain events. */
const FOLLOWING = [
  api.taskLogs.list,
  api.schedules.list,
  api.schedules.runAll,
  api.csvJobs.list,
  api.runs.list,
  api.runs.timeline,
  api.waves.list,
  api.overview.get,
]

function listPaths(...routes: Route[]): ReadonlySet<unknown> {
  return new Set(routes.flatMap((route) => buildQueryKey(route)))
}

/**
 * Reads the changes that the page may have missed, once. From then on, events keep it up to date. A new page repeats only
 * reads with changes since.
 */
export async function revalidate(queryClient: QueryClient, position: string): Promise<void> {
  const live = findLiveState(queryClient)
  live.position = undefined
  live.revalidating = position
  live.revalidations += 1
  const revalidation = live.revalidations
  const isKept = ({ queryKey }: Query) => KEPT.has(queryKey[0])
  // A read in progress may have started before the stream was connected.
  await queryClient.refetchQueries({ predicate: isKept, fetchStatus: 'fetching' }, { cancelRefetch: false })
  if (revalidation > 1) readSoon(queryClient, FOLLOWING)
  const hasMissed = (query: Query) => isKept(query) && !isSince(live.readAt.get(query.queryHash), position)
  await readNow(queryClient, { predicate: hasMissed })
  if (revalidation !== live.revalidations) return
  live.position = live.revalidating
  live.revalidating = undefined
}

/** Whether a reply was read after this event of a stream. */
export function isSince(readAt: string | undefined, position: string): boolean {
  const [read, last] = [positionFrom(readAt ?? ''), positionFrom(position)]
  return read !== undefined && last !== undefined && read.stream === last.stream && read.number >= last.number
}
