import type { RowProblem } from '#contract/csv-job.ts'
import { TaskChange, TaskFields } from '#contract/task-fields.ts'
import {
  copiesOntoItself,
  isOwnTarget,
  movedWhileBusy,
  nameTaken,
  spreadsheetsTaken,
} from '#domain/tasks/task-problems.ts'
import { changedSettings, isSameSettings, settingsOfNew, type TaskSettings } from '#domain/tasks/task-settings.ts'
import { faultsOf } from './cell.ts'
import type { SaidTask } from './task-row.ts'
import { quoted } from './text.ts'

export type KeptTask = TaskSettings & { id: number }

/** A task as a row of a file wants it. */
export interface WantedTask {
  readonly row: number
  readonly task: KeptTask
  /** The task as it is now; none: the row makes a new one. */
  readonly before: KeptTask | undefined
}

interface Reading {
  row: number
  said: SaidTask
  /** The task whose id the row names, when there is one; `isBusy` while it has a run in progress. */
  before: (KeptTask & { isBusy: boolean }) | undefined
  /** The id that a new task would get. */
  newId: number
  typesByName: ReadonlyMap<string, { id: number; chunkSize: number }>
}

/** Reads what one row wants, or why it cannot be had. */
export function wantTask({ row, said, before, newId, typesByName }: Reading): WantedTask | RowProblem {
  const type = said.typeName === undefined ? undefined : typesByName.get(said.typeName)
  if (said.typeName !== undefined && !type) {
    return { row, message: `There is no task type ${quoted(said.typeName)}` }
  }
  const fields = type ? { ...said.fields, sync_task_type_id: type.id } : said.fields
  if (before) {
    const change = TaskChange.safeParse(fields)
    if (!change.success) return { row, message: faultsOf(change.error) }
    const task = { id: before.id, ...changedSettings({ task: before, change: change.data }) }
    const moved = before.isBusy ? movedWhileBusy({ before, after: task }) : undefined
    return moved ? { row, message: moved.message } : unlessOntoItself({ row, before, task })
  }
  if (!type) return { row, message: 'A new task needs a task type' }
  const parsed = TaskFields.safeParse(fields)
  if (!parsed.success) return { row, message: faultsOf(parsed.error) }
  const settings = settingsOfNew({ id: newId, fields: parsed.data, chunkSize: type.chunkSize })
  return unlessOntoItself({ row, before, task: { id: newId, ...settings } })
}

function unlessOntoItself(wanted: WantedTask): WantedTask | RowProblem {
  return isOwnTarget(wanted.task) ? { row: wanted.row, message: copiesOntoItself.message } : wanted
}

export interface TakenTasks {
  /** What must be written, in this order: each is free of conflicts once those before it are written. */
  readonly taken: readonly WantedTask[]
  readonly unchangedCount: number
  readonly faults: readonly RowProblem[]
}

/** Whether a row wants a name or a pair of spreadsheets that its task does not have yet. */
export function hasNewKeys({ task, before }: WantedTask): boolean {
  return !before || keysOf(before).join() !== keysOf(task).join()
}

/**
 * Decides row by row which tasks can be had, as if each were saved before the next is looked at. `kept` holds at least the
 * tasks as they are now that own a name or a pair of spreadsheets that a row newly wants.
 */
export function takeTasks({ wanted, kept }: { wanted: readonly WantedTask[]; kept: readonly KeptTask[] }): TakenTasks {
  const owners = new Map<string, number>()
  for (const task of kept) for (const key of keysOf(task)) owners.set(key, task.id)
  const taken: WantedTask[] = []
  const faults: RowProblem[] = []
  let unchangedCount = 0
  for (const one of wanted) {
    const { row, task, before } = one
    const [isNameTaken, areSpreadsheetsTaken] = keysOf(task).map((key) => (owners.get(key) ?? task.id) !== task.id)
    if (isNameTaken) faults.push({ row, message: nameTaken.message })
    else if (areSpreadsheetsTaken) faults.push({ row, message: spreadsheetsTaken.message })
    else if (before && isSameSettings(before, task)) unchangedCount += 1
    else {
      if (before) for (const key of keysOf(before)) owners.delete(key)
      for (const key of keysOf(task)) owners.set(key, task.id)
      taken.push(one)
    }
  }
  return { taken, unchangedCount, faults }
}

/** The two keys that no two tasks may share. */
function keysOf(task: TaskSettings): [name: string, spreadsheets: string] {
  return [JSON.stringify([task.taskTypeId, task.name]), JSON.stringify([task.sourceSsId, task.targetSsId])]
}
