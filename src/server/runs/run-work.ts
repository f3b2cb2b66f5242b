import { and, eq, getTableColumns, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FreshnessNote } from '#contract/freshness.ts'
import type { GuardRules } from '#domain/guards/guard-rules.ts'
import type { TakenTab } from '#domain/tasks/last-tabs.ts'
import type { CellLimits } from '#engine/workbook.ts'
import { recordedCopies } from '#server/last-copy/baselines.ts'
import type { RecordedCopies } from '#server/last-copy/build-last-copy.ts'
import { takenTabs } from '#server/last-copy/taken-tabs.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { changeSets, copyBaselines, copyMemories, holds, runs } from '#server/storage/schema.ts'
import { cellLimits } from './read-limits.ts'

/** A claimed run with everything its worker needs. */
export interface RunWork {
  readonly task: typeof tasks.$inferSelect
  readonly run: typeof runs.$inferSelect
  /** Time until which a write of an earlier attempt of the task may be applied; null if all were answered. */
  readonly writesLandBy: Date | null
  /** The memory of the previous run; null if that run did not end in Success. */
  readonly memory: typeof copyMemories.$inferSelect | null
  /** The task's open hold, if a person has accepted it. */
  readonly accepted: Pick<typeof holds.$inferSelect, 'id' | 'rules'> | null
  /** Maximum number of cells that earlier attempts of the run have written. */
  readonly written: number
  readonly recorded: RecordedCopies
  /** Whether any copy of the task is remembered, from or to any tab. */
  readonly hasCopies: boolean
  readonly takenTabs: readonly TakenTab[]
  readonly cellLimits: CellLimits
  /** Conditions under which the task's type asks a person before it copies. */
  readonly rules: GuardRules
  /** Whether the task's type skips tasks whose files nobody edited. */
  readonly skipsUntouched: boolean
  /** Whether runs of the task's type keep values of cells. */
  readonly keepsCells: boolean
  /** Place where people who read the target see how fresh it is. */
  readonly freshnessNote: FreshnessNote
  readonly retry: { readonly maxRetries: number; readonly retryDelaySeconds: number }
}

const guardRules = { onColumnChange: taskTypes.onColumnChange, holdLossPercent: taskTypes.holdLossPercent }

/** Reads the work of runs, by run ID. */
export async function readRunWorks(orm: Orm, runIds: readonly number[]): Promise<Map<number, RunWork>> {
  const earlier = alias(runs, 'earlier')
  const writesLandBy = orm
    .select({ latest: max(earlier.writesLandBy) })
    .from(earlier)
    .where(eq(earlier.taskId, runs.taskId))
  const before = orm
    .select({ latest: max(earlier.id) })
    .from(earlier)
    .where(and(eq(earlier.taskId, runs.taskId), lt(earlier.id, runs.id)))
  const works = await orm
    .select({
      task: getTableColumns(tasks),
      run: getTableColumns(runs),
      writesLandBy: sql`${writesLandBy}`.mapWith(runs.writesLandBy),
      memory: getTableColumns(copyMemories),
      accepted: { id: holds.id, rules: holds.rules },
      written,
      recorded: recordedCopies,
      hasCopies,
      takenTabs,
      cellLimits,
      rules: guardRules,
      skipsUntouched: taskTypes.skipsUntouched,
      keepsCells: taskTypes.keepsCells,
      freshnessNote: taskTypes.freshnessNote,
      retry: { maxRetries: taskTypes.maxRetries, retryDelaySeconds: taskTypes.retryDelaySeconds },
    })
    .from(runs)
    .innerJoin(tasks, eq(tasks.id, runs.taskId))
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(copyMemories, and(eq(copyMemories.taskId, tasks.id), eq(copyMemories.runId, sql`${before}`)))
    .leftJoin(holds, isAcceptedFor(tasks.id))
    .leftJoin(changeSets, eq(changeSets.runId, runs.id))
    .where(isInList(runs.id, runIds))
  return new Map(works.map((work) => [work.run.id, work]))
}

export type NextRunWork = Pick<
  RunWork,
  | 'task'
  | 'memory'
  | 'accepted'
  | 'writesLandBy'
  | 'recorded'
  | 'hasCopies'
  | 'takenTabs'
  | 'cellLimits'
  | 'rules'
  | 'skipsUntouched'
  | 'keepsCells'
  | 'freshnessNote'
>

/** Reads the work that a run requested now would have; undefined if the task does not exist. */
export async function readNextRunWork(orm: Orm, taskId: number): Promise<NextRunWork | undefined> {
  const ofTask = eq(runs.taskId, tasks.id)
  const last = orm
    .select({ id: max(runs.id) })
    .from(runs)
    .where(ofTask)
  const writesLandBy = orm
    .select({ latest: max(runs.writesLandBy) })
    .from(runs)
    .where(ofTask)
  const [work] = await orm
    .select({
      task: getTableColumns(tasks),
      writesLandBy: sql`${writesLandBy}`.mapWith(runs.writesLandBy),
      memory: getTableColumns(copyMemories),
      accepted: { id: holds.id, rules: holds.rules },
      recorded: recordedCopies,
      hasCopies,
      takenTabs,
      cellLimits,
      rules: guardRules,
      skipsUntouched: taskTypes.skipsUntouched,
      keepsCells: taskTypes.keepsCells,
      freshnessNote: taskTypes.freshnessNote,
    })
    .from(tasks)
    .innerJoin(taskTypes, eq(taskTypes.id, tasks.taskTypeId))
    .leftJoin(copyMemories, and(eq(copyMemories.taskId, tasks.id), eq(copyMemories.runId, sql`${last}`)))
    .leftJoin(holds, isAcceptedFor(tasks.id))
    .where(eq(tasks.id, taskId))
  return work
}

const hasCopies = sql<boolean>`exists (select from ${copyBaselines} where ${copyBaselines.taskId} = ${tasks.id})`

const written = sql<number>`coalesce(${changeSets.filled} + ${changeSets.changed} + ${changeSets.cleared}, 0)`

function isAcceptedFor(taskId: typeof tasks.id) {
  return and(eq(holds.taskId, taskId), isNull(holds.closedAt), isNotNull(holds.acceptedAt))
}
