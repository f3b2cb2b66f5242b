import { and, desc, eq, gt, lt, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Measures } from '#domain/guards/measures.ts'
import type { LastTabs, TabId } from '#domain/tasks/last-tabs.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { tasks } from '#server/storage/live-tables.ts'
import { copyBaselines } from '#server/storage/schema.ts'
import type { RecordedCopies } from './build-last-copy.ts'
import { type End, hasStartRow, namesCopiedTab, place, type TaskPlace } from './place.ts'
import { rejectedCells } from './rejected-cells.ts'
import { isUndone, type UndoneRuns } from './undone-runs.ts'

/** Number of copies a task remembers. */
const KEPT_COPIES = 10
/** Number of days for which an accepted copy is remembered in addition to the latest copies. */
const ACCEPTED_DAYS = 400

type TaskTable = TaskPlace & { id: SQLWrapper }

const isStandingCopy = ({ id }: Pick<TaskTable, 'id'>) =>
  sql`${copyBaselines.taskId} = ${id} and not ${copyBaselines.wasUndone}`

const isCopyAt = (table: TaskTable, end: End) =>
  namesCopiedTab(table, {
    copied: copyBaselines.place,
    end,
    tab: sql`${copyBaselines.baseline} -> ${sql.raw(`'${end}'`)}`,
  })

const isCurrent = sql`${isStandingCopy(tasks)} and ${isCopyAt(tasks, 'source')} and ${isCopyAt(tasks, 'target')}
  and ${hasStartRow(tasks, copyBaselines.place)}`

/** Records of a task's copies, as columns of a query for tasks. */
export const recordedCopies: { [Name in keyof RecordedCopies]: SQL<RecordedCopies[Name]> } = {
  tabs: lastTabsIn(tasks),
  rejected: rejectedCells,
  baseline: sql`(select ${copyBaselines.baseline} from ${copyBaselines} where ${isCurrent}
    order by ${copyBaselines.id} desc limit 1)`,
  measures: sql`(select coalesce(jsonb_agg(${copyBaselines.measures} order by ${copyBaselines.id} desc), '[]')
    from ${copyBaselines} where ${isCurrent})`,
  // Omits the large parts of the baseline.
  reached: sql`(select ${copyBaselines.baseline} - '{header, profile, sources}'::text[] from ${copyBaselines}
    where ${isStandingCopy(tasks)} and ${isCopyAt(tasks, 'target')}
    order by ${copyBaselines.id} desc limit 1)`,
}

/**
 * Column for the tabs of the last copies, in a query for tasks from this table. Looks up each end separately, because a task
 * with a new source still writes to the same tab.
 */
export function lastTabsIn(table: TaskTable): SQL<LastTabs> {
  return sql`jsonb_build_object('source', ${lastTabIn(table, 'source')}, 'target', ${lastTargetIn(table)})`
}

/** Column for the tab to which a task copied last; null if no copy used the tab in the task's settings. */
export function lastTargetIn(table: TaskTable): SQL<LastTabs['target']> {
  return lastTabIn(table, 'target')
}

/** Finds the copy first, so that only its large baseline is read. */
function lastTabIn(table: TaskTable, end: End): SQL<TabId | null> {
  return sql`(
    select ${copyBaselines.baseline} -> ${sql.raw(`'${end}'`)} from ${copyBaselines} where ${copyBaselines.id} = (
      select max(${copyBaselines.id}) from ${copyBaselines} where ${isStandingCopy(table)} and ${isCopyAt(table, end)}))`
}

interface SavedBaseline {
  taskId: number
  runId: number
  baseline: Baseline
  measures: Measures
  /** Whether a person accepted findings that would have held the copy. */
  wasAccepted: boolean
  now: Date
}

/** Saves the state after a copy, and deletes states too old to count. */
export async function saveBaseline(
  tx: Orm,
  { taskId, baseline, measures, now, ...copy }: SavedBaseline,
): Promise<void> {
  const since = new Date(now.getTime() - ACCEPTED_DAYS * DAY_MS)
  const oldestKept = tx
    .select({ id: copyBaselines.id })
    .from(copyBaselines)
    .where(and(eq(copyBaselines.taskId, taskId), not(copyBaselines.wasUndone)))
    .orderBy(desc(copyBaselines.id))
    .offset(KEPT_COPIES - 2)
    .limit(1)
  const counts = sql`(${copyBaselines.wasAccepted} and ${gt(copyBaselines.createdAt, since)})`
  const deleted = tx
    .delete(copyBaselines)
    .where(and(eq(copyBaselines.taskId, taskId), lt(copyBaselines.id, oldestKept), not(counts)))
  const ofTask = tx.select({ place }).from(tasks).where(eq(tasks.id, taskId))
  const row = { taskId, place: sql`(${ofTask})`, baseline, measures, createdAt: now, ...copy }
  await tx.execute(sql`with deleted as ${deleted} ${tx.insert(copyBaselines).values(row).getSQL()}`)
}

/**
 * Excludes the undone runs from later comparisons of the guards. Returns the state after the copy before them; null if there
 * was none.
 */
export async function undoBaselines(
  tx: Orm,
  { taskId, ...undone }: UndoneRuns & { taskId: number },
): Promise<Baseline | null> {
  const ofTask = eq(copyBaselines.taskId, taskId)
  await tx
    .update(copyBaselines)
    .set({ wasUndone: true })
    .where(and(ofTask, isUndone(copyBaselines.runId, undone)))
  await tx
    .update(copyBaselines)
    .set({ wasUndone: false })
    .where(and(ofTask, isInList(copyBaselines.runId, undone.restored)))
  const [current] = await tx.select({ baseline: recordedCopies.baseline }).from(tasks).where(eq(tasks.id, taskId))
  return current?.baseline ?? null
}
