import { api } from '#contract/api.ts'
import { polled } from '../lib/read-schedule.ts'
import { routeQuery } from '../lib/route-query.ts'

const RECENT_JOBS = 5
const RUNNING_JOB_POLL_MS = 2_000

/** The latest CSV jobs of task types, polled while any of them is running. */
export const recentTypeJobsQuery = () =>
  polled(routeQuery(api.csvJobs.list, { query: { type: 'sync_task_type', limit: RECENT_JOBS } }), ({ data }) =>
    data?.jobs.some((job) => job.status?.toLowerCase() === 'running') ? RUNNING_JOB_POLL_MS : false,
  )
