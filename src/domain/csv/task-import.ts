import type { z } from 'zod'
import type { RowProblem } from '#contract/csv-job.ts'
import { findFieldKind } from '#contract/shape.ts'
import { TaskChange, TaskFields, taskShape, withLinkedTabs } from '#contract/task-fields.ts'
import { findNamed } from '#domain/recognize/find-named.ts'
import { dayProblem, timeProblem } from '#domain/schedule/explain-entry.ts'
import { findSheetsProblem, namesSheets } from '#domain/shape/field-text.ts'
import { shapeProblems } from '#domain/shape/shape-problems.ts'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { changesTabs, createdConflict, type PlaceConflict, type TabGraph } from '#domain/tasks/overlaps.ts'
import { chooseFreeName, leavesNameOpen, listDerivedNames } from '#domain/tasks/task-name.ts'
import { isOwnTarget, keptTabs, sourceKey, targetKey } from '#domain/tasks/task-places.ts'
import {
  conflictProblem,
  copiesOntoItself,
  findMoveWhileBusy,
  nameTaken,
  spreadsheetsTaken,
} from '#domain/tasks/task-problems.ts'
import { changedTaskSettings, newTaskSettings, type TaskSettings, taskSettings } from '#domain/tasks/task-settings.ts'
import type { ParsedTask } from './tables.ts'
import { quoted } from './text.ts'

export type StoredTask = TaskSettings & { id: number }

/** A task requested by a row of a file. */
export interface RequestedTask {
  readonly row: number
  readonly task: StoredTask
  /** The task as it is now; undefined for a new task. */
  readonly before: StoredTask | undefined
  /** Whether the row lets the app choose a new name. */
  readonly isNameOpen: boolean
}

interface RowContext {
  row: number
  parsed: ParsedTask
  /** The task with the id the row gives, if it exists; `isBusy` while it has a run in progress. */
  before: (StoredTask & { isBusy: boolean }) | undefined
  /** The id for a new task. */
  newId: number
  /** Result of `mapByName`. */
  typesByName: ReadonlyMap<string, { id: number; chunkSize: number }>
}

/** The task a row asks for, or the problem with the row. */
export function requestTask({ row, parsed, before, newId, typesByName }: RowContext): RequestedTask | RowProblem {
  const type = parsed.reference ? findNamed(typesByName, parsed.reference) : undefined
  if (parsed.reference && !type) {
    return { row, message: `There is no task type ${quoted(parsed.reference)}`, column: 'task_type' }
  }
  const fields = withLinkedTabs(type ? { ...parsed.fields, sync_task_type_id: type.id } : parsed.fields)
  if (before) {
    const change = TaskChange.safeParse(fields)
    if (!change.success) return fieldProblem({ row, error: change.error, fields })
    const task = { id: before.id, ...changedTaskSettings({ task: before, change: change.data }) }
    const moved = before.isBusy ? findMoveWhileBusy({ before, after: task }) : undefined
    const isNameOpen = !task.hasOwnName && leavesNameOpen(change.data, before)
    return moved ? { row, message: moved.message } : unlessRefused({ row, before, task, isNameOpen })
  }
  if (!type) return { row, message: 'A new task needs a task type', column: 'task_type' }
  const parsedFields = TaskFields.safeParse(fields)
  if (!parsedFields.success) return fieldProblem({ row, error: parsedFields.error, fields })
  const settings = newTaskSettings({ id: newId, fields: parsedFields.data, chunkSize: type.chunkSize })
  const isNameOpen = leavesNameOpen(parsedFields.data)
  return unlessRefused({ row, before, task: { id: newId, ...settings }, isNameOpen })
}

function unlessRefused(requested: RequestedTask): RequestedTask | RowProblem {
  const { row, task } = requested
  if (isOwnTarget(task)) return { row, message: copiesOntoItself.message, column: 'target_sheet_name' }
  const problems = shapeProblems(task)
  const [column] = Object.keys(problems)
  return column === undefined ? requested : { row, message: Object.values(problems).join('; '), column }
}

interface Refused {
  row: number
  error: z.ZodError
  fields: Readonly<Record<string, unknown>>
}

/** Why the fields of a row are refused, and the first column at fault. */
function fieldProblem({ row, error, fields }: Refused): RowProblem {
  const messages = error.issues.map(({ path: [field, index], message }) => {
    const list = fields[String(field)]
    const unreadable = typeof list === 'string' && findUnreadable(String(field), list)
    if (unreadable) return unreadable
    const entry = Array.isArray(list) && typeof index === 'number' ? String(list[index]) : undefined
    return entry === undefined ? message : (ENTRY_PROBLEMS[String(field)]?.(entry) ?? message)
  })
  return { row, message: [...new Set(messages)].join('; '), column: String(error.issues[0]?.path[0]) }
}

/** Why the text of a field that names sheets cannot be read. */
function findUnreadable(field: string, text: string): string | undefined {
  const { type } = findFieldKind(taskShape[field as keyof typeof taskShape])
  const problem = namesSheets(type) ? findSheetsProblem(type, text) : undefined
  return problem && `${field}: ${problem}`
}

/** Explains entries of lists that people often write in other ways. */
const ENTRY_PROBLEMS: Readonly<Record<string, (entry: string) => string>> = {
  scheduled_times: timeProblem,
  schedule_days: dayProblem,
}

export interface AcceptedTasks {
  /** The tasks to write, in this order: each is free of conflicts once the tasks before it are written. */
  readonly accepted: readonly RequestedTask[]
  readonly unchangedCount: number
  readonly problems: readonly RowProblem[]
}

/** Whether a row asks for a name or a pair of tabs its task does not have yet. */
export function hasNewKeys({ task, before }: RequestedTask): boolean {
  return !before || taskKeys(before).join() !== taskKeys(task).join()
}

interface Known {
  requested: readonly RequestedTask[]
  /** At least the tasks with a name or a pair of tabs a row newly asks for. */
  existing: readonly StoredTask[]
  /** At least the tasks that may conflict with the tabs of a row, and the task of each row. */
  graph: TabGraph
  typeNames: ReadonlyMap<number, string>
}

/** Decides row by row which tasks can be saved, as if each were saved before the next is checked. */
export function acceptTasks({ requested, existing, graph, typeNames }: Known): AcceptedTasks {
  const owners = new Map<string, number>()
  for (const task of existing) for (const key of taskKeys(task)) owners.set(key, task.id)
  const accepted: RequestedTask[] = []
  const problems: RowProblem[] = []
  let unchangedCount = 0
  for (const asked of requested) {
    const request = asked.isNameOpen ? withFreeName(asked, owners) : asked
    const { row, task, before } = request
    const [isNameTaken, areTabsTaken] = taskKeys(task).map((key) => (owners.get(key) ?? task.id) !== task.id)
    if (isNameTaken) problems.push({ row, message: nameTaken.message, column: 'name' })
    else if (areTabsTaken) problems.push({ row, message: spreadsheetsTaken.message, column: 'target_ss_id' })
    else if (before && taskSettings.areSame(before, task)) unchangedCount += 1
    else {
      const conflict = moveInGraph(graph, { request, typeName: typeNames.get(task.taskTypeId) ?? '' })
      if (conflict) {
        const { message, field: column = 'target_sheet_name' } = conflictProblem(conflict)
        problems.push({ row, message, column })
        continue
      }
      if (before) for (const key of taskKeys(before)) owners.delete(key)
      for (const key of taskKeys(task)) owners.set(key, task.id)
      accepted.push(request)
    }
  }
  return { accepted, unchangedCount, problems }
}

/** Gives a request a name no other task has, as long as a name is left to try. */
function withFreeName(request: RequestedTask, owners: ReadonlyMap<string, number>): RequestedTask {
  const { task, before } = request
  const isTaken = (name: string) => (owners.get(nameKey({ ...task, name })) ?? task.id) !== task.id
  if (!isTaken(task.name)) return request
  const name = before ? before.name : chooseFreeName(listDerivedNames({ followed: task.name }), isTaken)
  return { ...request, task: { ...task, name } }
}

/** Moves a task in the graph, unless the move would create a conflict. */
function moveInGraph(
  graph: TabGraph,
  { request: { task, before }, typeName }: { request: RequestedTask; typeName: string },
): PlaceConflict | undefined {
  if (!hasNewTabs({ task, before })) return undefined
  const known = graph.get(task.id)
  const lastTabs = before ? keptTabs({ before, after: task, lastTabs: known?.lastTabs }) : NO_TABS
  const after = { ...task, typeName, lastTabs, foundTargets: known?.foundTargets ?? [] }
  const conflict = createdConflict(graph, after)
  if (!conflict) graph.set(after)
  return conflict
}

/** Whether a row makes a task copy between other tabs than before. */
export function hasNewTabs({ task, before }: Pick<RequestedTask, 'task' | 'before'>): boolean {
  return !before || changesTabs({ before, after: task })
}

/** Keys no two tasks may share. A hand-out task does not use its own target tab. */
export function taskKeys(task: TaskSettings): [name: string, tabs: string] {
  const name = nameKey(task)
  return [name, task.splitBy === '' ? JSON.stringify([sourceKey(task), targetKey(task)]) : name]
}

function nameKey({ taskTypeId, name }: Pick<TaskSettings, 'taskTypeId' | 'name'>): string {
  return JSON.stringify([taskTypeId, name])
}
