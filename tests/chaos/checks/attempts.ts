import { type Check, formatTime, mayBelongTo, type Records } from '../records.ts'

/** An attempt fails only because of the provider or its task, never because of its own node, its disk or the database. */
export function checkAttempts({ world, provider, attempts, toleranceMs }: Records): Check {
  const taskById = new Map(world.tasks.map((task) => [task.id, task]))
  const faulty = provider.requests.filter((request) => request.outcome !== 'ok')
  const failed = attempts.filter(
    ({ taskId, endStatus }) => taskId !== world.alarm.id && (endStatus === 'Failed' || endStatus === 'Error'),
  )
  const problems = failed.flatMap(
    ({ runId, taskId, pid, number, claimedAt, endedAt = Number.POSITIVE_INFINITY, endStatus }) => {
      const task = taskById.get(taskId)
      const isCause = faulty.some(
        (request) =>
          request.pid === pid &&
          task !== undefined &&
          mayBelongTo(request, task) &&
          request.receivedAt >= claimedAt - toleranceMs &&
          request.receivedAt <= endedAt,
      )
      if (isCause) return []
      return [
        `${formatTime(endedAt)} attempt ${number} of run ${runId} (task ${taskId}, pid ${pid}) ended in ${endStatus} without a fault of the provider`,
      ]
    },
  )
  return { promise: 'Faults of a node or of the database use up no attempt', seen: attempts.length, problems }
}
