import type { TaskChange } from '#contract/task-fields.ts'
import { type TaskSettings, taskSettings } from './task-settings.ts'

export interface FieldDifference {
  readonly before: TaskChange
  readonly after: TaskChange
}

/** The fields that differ between two states of a task; undefined if none do. */
export function fieldDifference(states: { before: TaskSettings; after: TaskSettings }): FieldDifference | undefined {
  const [before, after] = [taskSettings.toFields(states.before), taskSettings.toFields(states.after)]
  const changed = fieldNames.filter((field) => !isSame(before[field], after[field]))
  if (changed.length === 0) return undefined
  return { before: picked(before, changed), after: picked(after, changed) }
}

interface PartialRevert {
  /** The fields to revert. */
  readonly change: TaskChange
  /** Fields edited since; they stay as they are. */
  readonly edited: readonly string[]
}

/** Reverts a change of a task, except for fields somebody has edited since. */
export function revertUnlessEdited(task: TaskSettings, { before, after }: FieldDifference): PartialRevert {
  const now = taskSettings.toFields(task)
  const changed = fieldNames.filter((field) => field in before)
  const edited = changed.filter((field) => !isSame(now[field], after[field]) && !isSame(now[field], before[field]))
  return {
    change: picked(
      before,
      changed.filter((field) => !edited.includes(field)),
    ),
    edited,
  }
}

type Field = keyof ReturnType<typeof taskSettings.toFields>

const fieldNames = Object.keys(taskSettings.names) as Field[]

function picked(fields: TaskChange, names: readonly Field[]): TaskChange {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
