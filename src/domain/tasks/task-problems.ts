import type { FieldProblems } from '#contract/errors.ts'
import type { taskShape } from '#contract/task-fields.ts'
import type { PlaceConflict, PlacedTask } from './overlaps.ts'
import { movedField } from './task-places.ts'
import { type TaskSettings, taskSettings } from './task-settings.ts'

/** Why a task cannot be saved as it is, and the field that has to change. */
export interface TaskProblem {
  readonly message: string
  readonly field?: keyof typeof taskShape
}

type NamedTask = Pick<PlacedTask, 'name' | 'typeName'>

export const nameTaken: TaskProblem = {
  field: 'name',
  message: 'A task with this name already exists for this task type. Please use a different name.',
}

export const spreadsheetsTaken: TaskProblem = {
  field: 'target_ss_id',
  message: 'A task with these source and target spreadsheet IDs already exists.',
}

export const otherConflict: TaskProblem = {
  message: 'This task conflicts with an existing task. Please check the values and try again.',
}

export const unknownType: TaskProblem = { field: 'sync_task_type_id', message: 'This task type does not exist.' }

export const copiesOntoItself: TaskProblem = {
  field: 'target_sheet_name',
  message: 'The source and the target are the same tab. Please choose another target.',
}

export function buildFieldProblems({ field, message }: TaskProblem): FieldProblems | undefined {
  return field === undefined ? undefined : { [field]: message }
}

/** Why a task with a run in progress cannot be changed like this; undefined when it can. */
export function findMoveWhileBusy(tasks: { before: TaskSettings; after: TaskSettings }): TaskProblem | undefined {
  const field = movedField(tasks) ?? findChangedTargets(tasks)
  return field && { field, message: 'Stop the task before changing where it copies from or to.' }
}

/** Finds a changed hand-out field: a run reserves the spreadsheets listed by its task. */
function findChangedTargets({ before, after }: { before: TaskSettings; after: TaskSettings }) {
  return handOutFields.find((field) => {
    const name = taskSettings.names[field]
    return after.splitBy !== '' && JSON.stringify(before[name]) !== JSON.stringify(after[name])
  })
}

const handOutFields = ['targets', 'targets_from'] as const

/** Why a task cannot copy between other tabs now. */
export function conflictProblem(conflict: PlaceConflict): TaskProblem {
  if (conflict.kind === 'pair') return spreadsheetsTaken
  const problem =
    conflict.kind === 'overlap'
      ? `${describeTask(conflict.other)} already writes to this tab.`
      : `This target is copied back to the source tab, through ${describeChain(conflict.chain)}.`
  return { field: 'target_sheet_name', message: `${problem} Please choose another target.` }
}

/** Warns about tasks that copy the target's spreadsheet back to the source's. */
export function copiesBackToFile(chain: readonly NamedTask[]): string {
  return `This target's spreadsheet is copied back to the source's, through ${describeChain(chain)}.`
}

/** Describes a chain for users, with task types because names are unique only within a type. */
function describeChain(chain: readonly NamedTask[]): string {
  return chain.map(describeTask).join(' and then ')
}

function describeTask({ name, typeName }: NamedTask): string {
  return `'${name}' (${typeName})`
}
