import { and, eq, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { BrokenRun, RunState, Snapshot, TypeState } from '#domain/admission-snapshot.ts'
import type { Orm } from './database.ts'
import { runs, tasks, taskTypes } from './schema.ts'

const WAITING = ['Queued', 'Failed'] as const
/** Of the runs that wait, the first of each type and status are enough to find one that may start. */
const LONGEST_LOOK = 50

/**
 * What the rules of admission look at. Of the runs that wait it holds the first ones of each type, and those of `taskIds`,
 * so that a long queue does not make every look at it slow.
 */
export async function readSnapshot(orm: Orm, { taskIds = [] }: { taskIds?: readonly number[] | 'all' } = {}) {
  const rows = await selectRuns(orm, taskIds)
  const inProgress = new Map(rows.map((row) => [row.typeId, row.inProgressOfType]))
  const types = (await selectTypes(orm)).map((type) => ({ ...type, inProgressCount: inProgress.get(type.id) ?? 0 }))
  const hasQueuedDependents = rows.some((row) => row.status === 'Queued' && dependsOn(types, row.typeId))
  const broken = hasQueuedDependents ? await selectBroken(orm) : []
  return { types, runs: rows, broken } satisfies Snapshot
}

function dependsOn(types: readonly TypeState[], typeId: number): boolean {
  return types.some((type) => type.id === typeId && type.depends_on_id !== null)
}

async function selectTypes(orm: Orm) {
  return await orm
    .select({
      id: taskTypes.id,
      name: taskTypes.name,
      position: taskTypes.position,
      depends_on_id: taskTypes.dependsOnId,
      allowedConcurrentTasks: taskTypes.allowedConcurrentTasks,
      queueDelaySeconds: taskTypes.queueDelaySeconds,
      maxRetries: taskTypes.maxRetries,
      lastStartAt: taskTypes.lastStartAt,
    })
    .from(taskTypes)
}

async function selectRuns(orm: Orm, taskIds: readonly number[] | 'all') {
  const inProgress = orm
    .select({
      id: runs.id,
      taskId: runs.taskId,
      taskName: sql<string>`${tasks.name}`.as('task_name'),
      typeId: tasks.taskTypeId,
      position: tasks.position,
      maxConcurrentTasks: tasks.maxConcurrentTasks,
      targetSsId: tasks.targetSsId,
      waveId: runs.waveId,
      status: sql<RunState['status']>`${runs.status}`.as('run_status'),
      attempt: runs.attempt,
      nextAttemptAt: runs.nextAttemptAt,
      stopRequestedAt: runs.stopRequestedAt,
      leaseUntil: runs.leaseUntil,
      waitingUntil: runs.waitingUntil,
      place: sql`row_number() over (
        partition by ${tasks.taskTypeId}, ${runs.status}
        order by case when ${runs.status} = 'Failed' then ${runs.nextAttemptAt} end, ${tasks.position}
      ) - 1`
        .mapWith(Number)
        .as('place'),
      inProgressOfType: sql`count(*) over (partition by ${tasks.taskTypeId})`.mapWith(Number).as('in_progress_of_type'),
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(isNull(runs.endedAt))
    .as('in_progress')
  const isWanted =
    taskIds === 'all'
      ? undefined
      : or(
          notInArray(inProgress.status, [...WAITING]),
          lte(inProgress.place, LONGEST_LOOK),
          taskIds.length > 0 ? inArray(inProgress.taskId, [...taskIds]) : undefined,
        )
  return await orm.select().from(inProgress).where(isWanted)
}

async function selectBroken(orm: Orm): Promise<BrokenRun[]> {
  const waves = orm
    .selectDistinct({ waveId: runs.waveId })
    .from(runs)
    .where(and(isNull(runs.endedAt), eq(runs.status, 'Queued')))
  return await orm
    .select({
      waveId: runs.waveId,
      typeId: tasks.taskTypeId,
      taskName: tasks.name,
      status: sql<BrokenRun['status']>`${runs.status}`,
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .where(and(inArray(runs.status, ['Error', 'Stopped']), inArray(runs.waveId, waves)))
}
