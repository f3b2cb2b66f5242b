import { and } from 'drizzle-orm'
import { resolveOwner } from '#domain/tasks/lent-access.ts'
import type { PendingIncident } from '#server/alerts/pending-incidents.ts'
import { readStoppedBy } from '#server/runs/stopped-runs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { runs } from '#server/storage/schema.ts'

/** People affected by an incident, as addresses in lower case. */
export interface Concern {
  /** Owners of the incident's task, of the access, and of tasks that did not run because of it. */
  owners: ReadonlySet<string>
  /** People who started runs of these tasks. */
  starters: ReadonlySet<string>
}

/** Reads the people affected by each incident, by the incident's ID. */
export async function readConcerns(
  tx: Orm,
  incidents: readonly PendingIncident[],
): Promise<ReadonlyMap<number, Concern>> {
  const startedBy = await readStarters(tx, incidents)
  const failedIds = incidents.flatMap(({ kind, task }) => (kind === 'failed' && task ? [task.id] : []))
  const stopped = Map.groupBy(await readStoppedBy(tx, failedIds), ({ stopperId }) => stopperId)
  return new Map(
    incidents.map(({ id, kind, task, account, waveId }) => {
      const others = (task && kind === 'failed' && stopped.get(task.id)) || []
      const owners = [task?.owner, account?.toLowerCase(), ...others.map(resolveOwner)]
      const starters = [
        task && waveId && startedBy.get(`${task.id} ${waveId}`),
        ...others.map((run) => run.triggeredBy),
      ]
      const known = (people: readonly (string | null | undefined)[]) =>
        new Set(people.flatMap((person) => (person ? [person.toLowerCase()] : [])))
      return [id, { owners: known(owners), starters: known(starters) }]
    }),
  )
}

/** Reads who started the runs that opened the incidents, by the IDs of task and wave. */
async function readStarters(tx: Orm, incidents: readonly PendingIncident[]): Promise<ReadonlyMap<string, string>> {
  const waveIds = new Set(incidents.flatMap(({ waveId }) => waveId ?? []))
  const taskIds = new Set(incidents.flatMap(({ task }) => task?.id ?? []))
  if (waveIds.size === 0) return new Map()
  const rows = await tx
    .select({ taskId: runs.taskId, waveId: runs.waveId, triggeredBy: runs.triggeredBy })
    .from(runs)
    .where(and(isInList(runs.waveId, waveIds), isInList(runs.taskId, taskIds)))
  return new Map(rows.map(({ taskId, waveId, triggeredBy }) => [`${taskId} ${waveId}`, triggeredBy]))
}
