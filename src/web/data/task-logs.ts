import { api } from '#contract/api.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'
import { POLL_MS } from './polling.ts'

/** A task's log. Events push new lines; polling is the fallback while the stream is down. */
export const taskLogsQuery = (id: number) => polled(routeQuery(api.taskLogs.list, { params: { id } }), POLL_MS)
