import { isSuccess } from '../node-client.ts'
import { type Check, formatTime, mayBelongTo, type Records } from '../records.ts'
import type { RunChange } from '../run-log.ts'

/** Once Stop is answered, no request for the stopped run starts. */
export function checkStops({ world, provider, runLog, attempts, calls, toleranceMs }: Records): Check {
  const stops = calls.filter((call) => call.action.startsWith('stop') && isSuccess(call))
  const taskById = new Map(world.tasks.map((task) => [task.id, task]))
  const attemptsByTask = Map.groupBy(attempts, (attempt) => attempt.taskId)
  const stopped = [...Map.groupBy(runLog, (change) => change.runId).values()].flatMap(
    (changes) => changes.find(isStop) ?? [],
  )
  let seen = 0
  const problems = stopped.flatMap(({ runId, taskId, at }) => {
    const causes = stops.filter((call) => call.taskIds.includes(taskId) && call.sentAt <= at && call.answeredAt >= at)
    const task = taskById.get(taskId)
    if (causes.length === 0 || !task) return []
    seen += 1
    const answeredAt = Math.max(...causes.map((call) => call.answeredAt))
    const nextClaim = attemptsByTask.get(taskId)?.find((next) => next.runId !== runId && next.claimedAt > at)
    const until = nextClaim?.claimedAt ?? Number.POSITIVE_INFINITY
    const late = provider.requests.filter(
      (request) =>
        request.taskId !== undefined &&
        mayBelongTo(request, task) &&
        request.receivedAt > answeredAt + toleranceMs &&
        request.receivedAt < until - toleranceMs,
    )
    return late.map(
      ({ node, pid, isWrite, receivedAt }) =>
        `${formatTime(receivedAt)} ${node} (pid ${pid}) sent a ${isWrite ? 'write' : 'read'} for run ${runId} of task ${taskId}, whose stop was answered ${receivedAt - answeredAt} ms before`,
    )
  })
  return { promise: 'No request for a run starts after its Stop was answered', seen, problems }
}

function isStop({ status }: RunChange): boolean {
  return status === 'Stopping' || status === 'Stopped'
}
