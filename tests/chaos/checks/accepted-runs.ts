import { isSuccess } from '../node-client.ts'
import { type Check, formatTime, type Records } from '../records.ts'

const FINAL = new Set(['Stopped', 'Success', 'Warning', 'Error'])

/** Each accepted Run, Run Group and Run All queued runs, and each queued run has ended. */
export function checkAcceptedRuns({ runLog, calls }: Records): Check {
  const accepted = calls.filter((call) => call.action.startsWith('run') && isSuccess(call))
  const byRun = Map.groupBy(runLog, (change) => change.runId)
  const queued = [...byRun.values()].flatMap((changes) => changes[0] ?? [])
  // The times of calls are whole milliseconds, rounded down.
  const missing = accepted.filter(
    ({ taskIds, sentAt, answeredAt }) =>
      !queued.some(({ taskId, at }) => taskIds.includes(taskId) && at >= sentAt && at < answeredAt + 1),
  )
  const open = [...byRun].flatMap(([runId, changes]) => {
    const last = changes.at(-1)
    return last && !FINAL.has(last.status) ? [`Run ${runId} of task ${last.taskId} is still ${last.status}`] : []
  })
  return {
    promise: 'Every accepted run is queued, and ends',
    seen: accepted.length + byRun.size,
    problems: [
      ...missing.map(({ action, answeredAt }) => `${formatTime(answeredAt)} ${action} was accepted and queued nothing`),
      ...open,
    ],
  }
}
