import type { ProviderRequest } from '../provider-gateway.ts'
import { type Attempt, type Check, formatTime, isLeasedAt, leaseUntil, type Records } from '../records.ts'

/** Every write comes from the attempt that holds the spreadsheet, within its lease. */
export function checkWriters({ world, provider, attempts, toleranceMs }: Records): Check {
  const targetOf = new Map(world.tasks.map((task) => [task.id, task.targetId]))
  const byTarget = Map.groupBy(attempts, (attempt) => targetOf.get(attempt.taskId))
  const writes = provider.requests.filter((request) => request.isWrite)
  return {
    promise: 'One writer per spreadsheet at a time, and none without a valid lease',
    seen: writes.length,
    problems: writes.flatMap(
      (write) => findProblem(write, { attempts: byTarget.get(write.spreadsheetId) ?? [], toleranceMs }) ?? [],
    ),
  }
}

function findProblem(
  write: ProviderRequest,
  { attempts, toleranceMs }: { attempts: readonly Attempt[]; toleranceMs: number },
): string | undefined {
  const { receivedAt, node, pid, taskId } = write
  const [from, to] = [receivedAt - toleranceMs, receivedAt + toleranceMs]
  const own = attempts.find(
    (attempt) =>
      attempt.pid === pid &&
      attempt.taskId === taskId &&
      attempt.claimedAt <= to &&
      (attempt.endedAt ?? Number.POSITIVE_INFINITY) >= from,
  )
  const others = attempts.filter((other) => other !== own && isLeasedAt(other, from) && isLeasedAt(other, to))
  const about = `${formatTime(receivedAt)} ${node} (pid ${pid}) wrote for task ${taskId}`
  if (!own || others.length > 0)
    return `${about} while ${others.map(describe).join(', ') || 'nobody'} held the spreadsheet`
  const until = leaseUntil(own, receivedAt)
  return until < from ? `${about} with a lease that ended at ${formatTime(until)}` : undefined
}

function describe({ runId, taskId, pid, claimedAt }: Attempt): string {
  return `run ${runId} of task ${taskId} (pid ${pid}, since ${formatTime(claimedAt)})`
}
