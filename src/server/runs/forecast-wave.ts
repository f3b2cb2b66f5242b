import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ForecastTask, ForecastType, TaskUse } from '#domain/forecast/forecast.ts'
import type { AccountUse, AttemptRecord } from '#domain/runs/attempt-record.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'

interface RunAllWave {
  readonly tasks: ForecastTask[]
  readonly types: ForecastType[]
}

/** The tasks that Run All would start now, with what their last runs used. */
export async function readRunAllWave(orm: Orm): Promise<RunAllWave> {
  const last = orm
    .select({ attempts: runs.attempts })
    .from(runs)
    .where(
      and(
        eq(runs.taskId, tasks.id),
        inArray(runs.status, ['Success', 'Warning']),
        eq(runs.isHeld, false),
        // What it takes to put cells back says nothing about the next copy.
        isNull(runs.restore),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(1)
    .as('last')
  const current = orm
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.taskId, tasks.id), isNull(runs.endedAt)))
  const rows = await orm
    .select({
      typeId: tasks.taskTypeId,
      targetSsId: tasks.targetSsId,
      maxConcurrentTasks: tasks.maxConcurrentTasks,
      attempts: last.attempts,
    })
    .from(tasks)
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(tasks.isActive, true), sql`not exists ${current}`))
  const types = await orm.select().from(taskTypes)
  return { tasks: rows.map(({ attempts, ...task }) => ({ ...task, use: useOf(attempts ?? []) })), types }
}

/** Undefined without a record: the task has not run, or an earlier version ran it. */
function useOf(attempts: readonly AttemptRecord[]): TaskUse | undefined {
  if (attempts.length === 0) return undefined
  const accounts = new Map<string, AccountUse>()
  let workMs = 0
  for (const { startedAt, recordedAt, figures } of attempts) {
    workMs += Math.max(0, Date.parse(recordedAt) - Date.parse(startedAt) - figures.activities.quota)
    for (const use of figures.accounts) accounts.set(use.account, added(use, accounts.get(use.account)))
  }
  return { accounts: [...accounts.values()], workMs }
}

function added(use: AccountUse, earlier: AccountUse | undefined): AccountUse {
  return earlier ? { ...use, reads: use.reads + earlier.reads, writes: use.writes + earlier.writes } : use
}
