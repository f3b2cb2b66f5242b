import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { ScheduleEventKind } from '#contract/schedule-event.ts'
import { send } from '../lib/call.ts'
import { polled } from '../lib/read-schedule.ts'
import { buildQueryKey, routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS } from './polling.ts'

/** All scheduled entries. */
export const scheduledTasksQuery = () => polled(routeQuery(api.schedules.list), FULL_REFRESH_MS)

/** The daily times of Run All. */
export const runAllScheduleQuery = () => routeQuery(api.schedules.runAll)

/** Reads scheduled times that did not run as planned, newest first. Never retried, because the pages work without them. */
export const scheduleEventsQuery = ({ kind, taskId }: { kind?: ScheduleEventKind | undefined; taskId?: number }) => {
  const filter = { ...(kind && { kind }), ...(taskId !== undefined && { task_id: taskId }) }
  return infiniteQueryOptions({
    queryKey: buildQueryKey(api.schedules.events, { query: filter }),
    queryFn: ({ pageParam, signal }) => {
      const older = pageParam === null ? {} : { before_id: pageParam }
      return send(api.schedules.events, { query: { ...filter, ...older } }, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ events, has_more }) => (has_more ? (events.at(-1)?.id ?? null) : null),
    retry: false,
  })
}
