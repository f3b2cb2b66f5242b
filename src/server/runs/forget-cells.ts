import { and, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Delivery } from '#contract/delivery.ts'
import type { Alert } from '#domain/alerts/alert.ts'
import { stringifyStorable } from '#domain/copy/storable-text.ts'
import { describeFailure, type Failure, problemKey } from '#domain/failures/failure.ts'
import { withoutCells } from '#domain/failures/without-cells.ts'
import { type Baseline, baselineWithoutCells } from '#domain/guards/baseline.ts'
import { deliveryWithoutCells } from '#domain/hand-out/delivery-without-cells.ts'
import type { AttemptRecord } from '#domain/runs/attempt-record.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import {
  alertIncidents,
  alerts,
  allTasks,
  allTaskTypes,
  changeChunks,
  changedTargets,
  changeSets,
  copyBaselines,
  dataCopies,
  holds,
  rejectedCells,
  runs,
  sourceCopies,
  targetCopies,
  targetEdits,
  taskLogs,
  taskPreviews,
} from '#server/storage/schema.ts'

/*
 * A type that keeps no cells has no values of cells in the database: its runs store none. Stored values of its tasks are
 * deleted here when the setting is turned off or a task moves to the type. Sentences in logs and alerts may quote cells, so
 * they are deleted too. Counts, hashes, and names of tabs and columns stay.
 */

const DELETED = 'The reason was deleted, because the task type keeps no cells.'

/** Deletes the stored cells of all tasks of a type, including tasks in the trash. */
export async function forgetCellsOfType(tx: Orm, typeId: number): Promise<void> {
  const ofType = await tx.select({ id: allTasks.id }).from(allTasks).where(eq(allTasks.taskTypeId, typeId))
  for (const { id } of ofType) await forgetCells(tx, id)
}

/** Deletes the stored cells of tasks whose types keep none. */
export async function forgetUnkeptCells(tx: Orm, taskIds: readonly number[]): Promise<void> {
  if (taskIds.length === 0) return
  const unkept = await tx
    .select({ id: allTasks.id })
    .from(allTasks)
    .innerJoin(allTaskTypes, eq(allTaskTypes.id, allTasks.taskTypeId))
    .where(and(isInList(allTasks.id, taskIds), not(allTaskTypes.keepsCells)))
  for (const { id } of unkept) await forgetCells(tx, id)
}

async function forgetCells(tx: Orm, taskId: number): Promise<void> {
  await deleteCells(tx, taskId)
  await removeFromFacts(tx, taskId)
  await removeFromAlerts(tx, taskId)
  await tx.delete(taskLogs).where(eq(taskLogs.taskId, taskId))
}

/** Deletes rows that exist only for their cells. An unfinished data copy is deleted at the end of its run. */
async function deleteCells(tx: Orm, taskId: number): Promise<void> {
  const published = tx.select({ id: allTasks.dataCopyId }).from(allTasks).where(eq(allTasks.id, taskId))
  await tx.delete(dataCopies).where(inArray(dataCopies.id, published))
  const sets = tx.select({ id: changeSets.runId }).from(changeSets).where(eq(changeSets.taskId, taskId))
  await tx.delete(changeChunks).where(inArray(changeChunks.runId, sets))
  await tx.update(changedTargets).set({ stateBefore: null }).where(inArray(changedTargets.runId, sets))
  await tx
    .update(changeSets)
    .set({ state: 'not_kept', bytes: 0 })
    .where(and(eq(changeSets.taskId, taskId), eq(changeSets.state, 'kept')))
  const ofTask = tx.select({ id: runs.id }).from(runs).where(eq(runs.taskId, taskId))
  await tx.update(targetEdits).set({ cells: [] }).where(inArray(targetEdits.runId, ofTask))
  await tx.delete(rejectedCells).where(eq(rejectedCells.taskId, taskId))
  await tx.delete(sourceCopies).where(eq(sourceCopies.taskId, taskId))
  await tx.delete(taskPreviews).where(eq(taskPreviews.taskId, taskId))
}

/** Removes cell values from facts that later runs and the history still need. */
async function removeFromFacts(tx: Orm, taskId: number): Promise<void> {
  const ofRun = eq(runs.taskId, taskId)
  await rewrite(tx, { column: copyBaselines.baseline, where: eq(copyBaselines.taskId, taskId) }, baselineWithoutCells)
  await rewrite(tx, { column: holds.rules, where: eq(holds.taskId, taskId) }, (rules: Failure[]) =>
    rules.map(withoutCells),
  )
  await rewrite(tx, { column: runs.failure, where: ofRun }, withoutCells<Failure>)
  await rewrite(tx, { column: runs.attempts, where: ofRun }, (attempts: AttemptRecord[]) =>
    attempts.map(recordWithoutCells),
  )
  await rewrite(tx, { column: runs.attemptRecord, where: ofRun }, recordWithoutCells)
  await rewrite(tx, { column: runs.delivery, where: ofRun }, describedWithoutCells)
  const left = await tx.select().from(targetCopies).where(eq(targetCopies.taskId, taskId))
  for (const { valueKey, left: stored } of left) {
    const { state: _, ...facts } = stored as { baseline: Baseline | null; state?: unknown }
    const baseline = facts.baseline && baselineWithoutCells(facts.baseline)
    await tx
      .update(targetCopies)
      .set({ left: { ...facts, baseline, rejected: [] } })
      .where(and(eq(targetCopies.taskId, taskId), eq(targetCopies.valueKey, valueKey)))
  }
}

/** Removes the reasons of targets, because they are sentences that may quote cells. */
function describedWithoutCells(delivery: Delivery): Delivery {
  const targets = delivery.targets.map((target) => ({ ...target, reason: null }))
  return { ...deliveryWithoutCells(delivery), targets }
}

function recordWithoutCells(record: AttemptRecord): AttemptRecord {
  return record.failure ? { ...record, failure: withoutCells(record.failure) } : record
}

interface JsonColumn {
  column: PgColumn
  where: SQL
}

/** Changes the JSON values of a column in one statement. The table must have IDs. */
async function rewrite<V>(tx: Orm, { column, where }: JsonColumn, change: (value: V) => V): Promise<void> {
  const table = column.table as PgTable & { id: PgColumn }
  const found = await tx
    .select({ id: table.id, value: column })
    .from(table)
    .where(and(where, isNotNull(column)))
  const changed = found
    .map(({ id, value }) => ({ id, before: value as V, value: change(value as V) }))
    .filter(({ before, value }) => JSON.stringify(before) !== JSON.stringify(value))
    .map(({ id, value }) => ({ id, value }))
  if (changed.length === 0) return
  await tx.execute(sql`update ${table} set ${sql.identifier(column.name)} = changed.value
    from jsonb_to_recordset(${stringifyStorable(changed)}::jsonb) as changed(id int, value jsonb)
    where ${table.id} = changed.id`)
}

/** Removes the sentences from alerts. The alerts are still delivered, with their tasks. */
async function removeFromAlerts(tx: Orm, taskId: number): Promise<void> {
  const incidents = await tx.select().from(alertIncidents).where(eq(alertIncidents.taskId, taskId))
  for (const { id, failure } of incidents) {
    const told = failure && withoutCells(failure)
    const facts = told && { failure: told, problem: problemKey(told) ?? told.cause, message: describeFailure(told) }
    await tx
      .update(alertIncidents)
      .set(facts ?? { message: DELETED })
      .where(eq(alertIncidents.id, id))
  }
  const named = sql`jsonb_path_exists(${alerts.content}, '$.**.tasks[*].id ? (@ == $id)', ${JSON.stringify({ id: taskId })}::jsonb)`
  const linked = incidents.flatMap(({ alertId }) => alertId ?? [])
  const about = await tx
    .select()
    .from(alerts)
    .where(linked.length === 0 ? named : or(named, inArray(alerts.id, linked)))
  for (const { id, content } of about)
    await tx
      .update(alerts)
      .set({ content: { ...content, ...partWithoutCells(content), ...partsWithoutCells(content) } })
      .where(eq(alerts.id, id))
}

function partWithoutCells<P extends { reason: string | null }>({ reason }: P) {
  return { title: 'A task whose type keeps no cells', reason: reason === null ? null : DELETED, fix: null }
}

function partsWithoutCells({ parts }: Alert) {
  return parts ? { parts: parts.map((part) => ({ ...part, ...partWithoutCells(part) })) } : {}
}
