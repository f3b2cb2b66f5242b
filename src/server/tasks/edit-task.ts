import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type ErrorCode, Refusal } from '#contract/errors.ts'
import type { TaskChange, TaskFields } from '#contract/task-fields.ts'
import { shapeProblems } from '#domain/shape/shape-problems.ts'
import { fieldDifference } from '#domain/tasks/field-difference.ts'
import { mergeChange } from '#domain/tasks/field-version.ts'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { accessProblem, changesAccess, ownerAfter } from '#domain/tasks/lent-access.ts'
import { changesTabs, createdConflict, type PlacedTask, type TabGraph } from '#domain/tasks/overlaps.ts'
import { parseAccounts } from '#domain/tasks/parse-accounts.ts'
import { leavesNameOpen } from '#domain/tasks/task-name.ts'
import { copiesOtherCells, isOwnTarget, keptTabs, targetFiles } from '#domain/tasks/task-places.ts'
import {
  buildFieldProblems,
  conflictProblem,
  copiesOntoItself,
  findMoveWhileBusy,
  nameTaken,
  otherConflict,
  spreadsheetsTaken,
  type TaskProblem,
  unknownType,
} from '#domain/tasks/task-problems.ts'
import {
  changedTaskSettings,
  newTaskSettings,
  revertedTaskSettings,
  type TaskSettings,
  taskSettings,
} from '#domain/tasks/task-settings.ts'
import { readEditors } from '#server/activity/editors-of.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { refuseConflicts } from '#server/activity/refuse-conflicts.ts'
import type { Lenders } from '#server/auth/lenders.ts'
import { forgetUnkeptCells } from '#server/runs/forget-cells.ts'
import { lockTaskRows } from '#server/storage/advisory-locks.ts'
import { replaceConstraintErrors } from '#server/storage/constraint-errors.ts'
import type { Orm } from '#server/storage/database.ts'
import { tasks, taskTypes } from '#server/storage/live-tables.ts'
import { runs } from '#server/storage/schema.ts'
import { deriveName, keepNameIfTaken } from './derived-names.ts'
import { readTabGraph } from './tab-graph.ts'
import { closeGaps, lastPosition, lockTask, openPosition } from './task-positions.ts'

interface NewTask {
  fields: TaskFields
  createdBy: string
  lenders: Lenders
  /** Title of the source spreadsheet if it was read. By default, the title stored in another task. */
  sourceTitle?: string | undefined
}

/**
 * Adds a task and returns its id.
 *
 * @throws Refusal 'invalid' for an unknown type, a task that would copy onto itself, to another task's target tab or
 * back to its own source, or an account that is not lent; 'conflict'
 */
export async function createTask(orm: Orm, { fields, createdBy, lenders, sourceTitle }: NewTask): Promise<number> {
  const work = () =>
    orm.transaction(async (tx) => {
      await lockTaskRows(tx)
      const type = await requireType(tx, fields.sync_task_type_id)
      const [id = 0] = await reserveTaskIds(tx, 1)
      const requested = newTaskSettings({ id, fields, chunkSize: type.chunkSize })
      const { taskTypeId, sourceSsId, name: followed } = requested
      const settings = leavesNameOpen(fields)
        ? { ...requested, name: await deriveName(tx, { id, taskTypeId, followed, sourceSsId, title: sourceTitle }) }
        : requested
      if (isOwnTarget(settings)) throw refusal('invalid', copiesOntoItself)
      requireReadableShape(settings)
      await requireLent(tx, { task: settings, owner: createdBy, lenders })
      const position = await openPosition(tx, { typeId: settings.taskTypeId, wanted: fields.sort_order })
      const graph = await readTabGraph(tx, { files: targetFiles(settings) })
      await tx
        .insert(tasks)
        .overridingSystemValue()
        .values({ ...settings, id, position, createdBy })
      // After the insert: the same pair of tabs is refused with a message of its own.
      requireNoNewConflict(graph, { ...settings, id, typeName: type.name, lastTabs: NO_TABS })
      await recordActivity(tx, { taskIds: [id], changes: fieldChanges({ after: taskSettings.toFields(settings) }) })
      return id
    })
  return replaceConstraintErrors({ work, replacements: conflicts })
}

interface TaskUpdate {
  taskId: number
  change: TaskChange
  /** Whether the change restores recorded values. */
  isRevert?: boolean
  /** The version of the task that the change began from. */
  version?: string | undefined
  changedBy: string
  lenders: Lenders
}

/**
 * Changes a task. A task with a new type moves to the end of this type. A person who changes the data to copy, or the access
 * used, becomes the owner.
 *
 * @throws Refusal 'not_found', 'invalid' for an unknown type, a task that would newly copy onto itself, to a tab another task
 * writes to or back to its own source, an account that is not lent, or a task that would copy from or to another place while it
 * has a run in progress; 'conflict'; 'changed_meanwhile'
 */
export async function updateTask(
  orm: Orm,
  { taskId, change: sent, isRevert = false, version, changedBy, lenders }: TaskUpdate,
): Promise<void> {
  const work = () =>
    orm.transaction(async (tx) => {
      const task = await lockTask(tx, taskId)
      const change = version === undefined ? sent : await changeSince(tx, { task, version, sent })
      const requested = (isRevert ? revertedTaskSettings : changedTaskSettings)({ task, change })
      const { taskTypeId, name: followed } = requested
      const isOpen = !requested.hasOwnName && leavesNameOpen(change, task)
      const settings = isOpen
        ? { ...requested, name: await keepNameIfTaken(tx, { id: taskId, taskTypeId, followed, before: task.name }) }
        : requested
      const type = await requireType(tx, settings.taskTypeId)
      if (isOwnTarget(settings)) throw refusal('invalid', copiesOntoItself)
      requireReadableShape(settings)
      const moved = findMoveWhileBusy({ before: task, after: settings })
      if (moved && (await hasRunInProgress(tx, taskId))) throw refusal('invalid', moved)
      const owner = ownerAfter({ before: task, after: settings, changedBy })
      const hasOtherAccess = changesAccess({ before: task, after: settings })
      if (hasOtherAccess) {
        await requireLent(tx, { task: settings, owner: changedBy, lenders })
      }
      const hasNewType = settings.taskTypeId !== task.taskTypeId
      const graph = changesTabs({ before: task, after: settings })
        ? await readTabGraph(tx, { taskIds: [taskId], files: targetFiles(settings) })
        : undefined
      const changed = { before: task, after: settings, lastTabs: graph?.get(taskId)?.lastTabs }
      const isOther = copiesOtherCells(changed)
      const position = hasNewType ? (await lastPosition(tx, settings.taskTypeId)) + 1 : task.position
      await tx
        .update(tasks)
        .set({
          ...settings,
          position,
          owner,
          ...(hasOtherAccess && { accessFailure: null }),
          ...(isOther && { verifiedAt: null }),
        })
        .where(eq(tasks.id, taskId))
      const kept = { lastTabs: keptTabs(changed), foundTargets: graph?.get(taskId)?.foundTargets ?? [] }
      if (graph) requireNoNewConflict(graph, { ...settings, id: taskId, typeName: type.name, ...kept })
      if (hasNewType) {
        await closeGaps(tx, [task.taskTypeId])
        await forgetUnkeptCells(tx, [taskId])
      }
      const before = { ...taskSettings.toFields(task), owner: task.owner }
      const after = { ...taskSettings.toFields(settings), owner }
      const changes = fieldChanges({ before, after })
      if (changes.length === 0) return
      const difference = fieldDifference({ before: task, after: settings })
      const positionBefore = hasNewType ? task.position : null
      const taskChanges = difference ? [{ taskId, ...difference, positionBefore }] : []
      await recordActivity(tx, { taskIds: [taskId], changes, taskChanges })
    })
  await replaceConstraintErrors({ work, replacements: conflicts })
}

/** Refuses a change that creates a conflict. `graph` has the task before the change, unless the task is new. */
function requireNoNewConflict(graph: TabGraph, after: PlacedTask): void {
  const conflict = createdConflict(graph, after)
  if (conflict) throw refusal(conflict.kind === 'pair' ? 'conflict' : 'invalid', conflictProblem(conflict))
}

/** Finds the differences between a change and the version it began from. @throws Refusal 'changed_meanwhile' */
async function changeSince(
  tx: Orm,
  { task, version, sent }: { task: TaskSettings & { id: number }; version: string; sent: TaskChange },
): Promise<TaskChange> {
  const { change, conflicts } = mergeChange({ version, current: taskSettings.toFields(task), sent })
  // A generated name must not make another change fail.
  const isNameChosen = sent.has_own_name !== false
  const refused = conflicts.filter((field) => isNameChosen || (field !== 'name' && field !== 'has_own_name'))
  if (refused.length > 0) refuseConflicts(refused, await readEditors(tx, task.id))
  if (conflicts.length === 0) return change
  const { name: _name, has_own_name: _hasOwnName, ...others } = change
  return others
}

interface Listing {
  task: TaskSettings
  owner: string
  lenders: Lenders
}

async function requireLent(tx: Orm, { task, owner, lenders }: Listing): Promise<void> {
  const findLending = await lenders.lendingAmong(tx, parseAccounts(task))
  const problem = accessProblem({ task, owner: owner.toLowerCase(), findLending })
  if (problem) throw refusal('invalid', problem)
}

/**
 * Whether the task has a run in progress. A run locks its target by the task's fields, so the target must not change before the
 * run ends.
 */
async function hasRunInProgress(tx: Orm, taskId: number): Promise<boolean> {
  return (await tx.$count(runs, and(eq(runs.taskId, taskId), isNull(runs.endedAt)))) > 0
}

/** Reserves IDs for new tasks, because a task without a name is named after its ID. */
export async function reserveTaskIds(tx: Orm, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = z
    .object({ rows: z.array(z.object({ id: z.coerce.number() })) })
    .parse(
      await tx.execute(
        sql`select nextval(pg_get_serial_sequence('all_tasks', 'id')) as id from generate_series(1, ${count})`,
      ),
    )
  return rows.map((row) => row.id)
}

/** Reads a type and prevents its deletion until the transaction ends. */
async function requireType(tx: Orm, typeId: number): Promise<{ name: string; chunkSize: number }> {
  const [type] = await tx
    .select({ name: taskTypes.name, chunkSize: taskTypes.chunkSize })
    .from(taskTypes)
    .where(eq(taskTypes.id, typeId))
    .for('key share')
  if (!type) throw refusal('invalid', unknownType)
  return type
}

function refusal(code: ErrorCode, problem: TaskProblem): Refusal {
  return new Refusal(code, problem.message, buildFieldProblems(problem))
}

function requireReadableShape(settings: TaskSettings): void {
  const problems = shapeProblems(settings)
  const [message] = Object.values(problems)
  if (message !== undefined) throw new Refusal('invalid', message, problems)
}

const conflicts = {
  tasks_name_in_type_unique: () => refusal('conflict', nameTaken),
  tasks_source_target_unique: () => refusal('conflict', spreadsheetsTaken),
  tasks_pkey: () => refusal('conflict', otherConflict),
}
