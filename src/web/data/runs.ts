import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { UpcomingWave } from '#contract/wave.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { FULL_REFRESH_MS, POLL_MS, RUN_POLL_MS } from './polling.ts'

const TASK_RUNS = 20

/** The runs of the last hours, as bars. */
export const timelineQuery = (hours: number) =>
  polled(routeQuery(api.runs.timeline, { query: { hours } }), FULL_REFRESH_MS)

/** Past waves within the last hours, and upcoming waves. */
export const wavesQuery = (hours: number) => polled(routeQuery(api.waves.list, { query: { hours } }), FULL_REFRESH_MS)

/** Tasks due at the time of an upcoming wave. */
export const waveTasksQuery = ({ at, every_minutes }: Pick<UpcomingWave, 'at' | 'every_minutes'>) =>
  routeQuery(api.waves.tasks, { query: { at, ...(every_minutes != null && { every_minutes: String(every_minutes) }) } })

/** Runs of a past wave. */
export const waveRunsQuery = (waveId: string) => routeQuery(api.runs.list, { query: { wave_id: waveId } })

/** Reads the estimate for Run All, or its progress. Never retried, because pages work without it. */
export const forecastQuery = () =>
  polled(queryOptions({ ...routeQuery(api.runs.forecast), staleTime: FULL_REFRESH_MS, retry: false }), ({ data }) =>
    data?.in_progress ? POLL_MS : false,
  )

/** A run, polled while it is in progress. */
export const runQuery = ({ taskId, runId }: { taskId: number; runId: number }) =>
  polled(routeQuery(api.runs.get, { params: { id: taskId, run: runId } }), ({ data }) =>
    data?.ended_at === null ? RUN_POLL_MS : false,
  )

/** Reads the edits made to the target before a run. Never retried, because most runs have no edits. */
export const runEditsQuery = ({ taskId, runId }: { taskId: number; runId: number }) =>
  queryOptions({ ...routeQuery(api.runs.edits, { params: { id: taskId, run: runId } }), retry: false })

/** Reads the last runs of a task, newest first. Never retried, because the page works without them. */
export const taskRunsQuery = (taskId: number) =>
  queryOptions({
    ...routeQuery(api.runs.list, { query: { task_id: String(taskId), limit: TASK_RUNS } }),
    select: ({ runs }) => runs.filter(({ task_id }) => task_id === taskId).slice(0, TASK_RUNS),
    retry: false,
  })
