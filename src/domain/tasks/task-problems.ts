import type { FieldProblems } from '#contract/errors.ts'

/** Why a task cannot be kept as it is: the sentence, and the field it belongs to. */
export interface TaskFault {
  readonly message: string
  readonly field?: string
}

export const nameTaken: TaskFault = {
  field: 'name',
  message: 'A task with this name already exists for this task type. Please use a different name.',
}

export const spreadsheetsTaken: TaskFault = {
  field: 'target_ss_id',
  message: 'A task with these source and target spreadsheet IDs already exists.',
}

export const otherConflict: TaskFault = {
  message: 'This task conflicts with an existing task. Please check the values and try again.',
}

export const unknownType: TaskFault = { field: 'sync_task_type_id', message: 'This task type does not exist.' }

export const copiesOntoItself: TaskFault = {
  field: 'target_sheet_name',
  message: 'The source and the target are the same tab. Please choose another target.',
}

/** Why a task that has a run in progress cannot be changed so; undefined when it can. */
export function movedWhileBusy({ before, after }: { before: Places; after: Places }): TaskFault | undefined {
  const moved = placeFields.find(([key]) => before[key] !== after[key])
  return moved && { field: moved[1], message: 'Stop the task before changing where it copies from or to.' }
}

/** What to say of another task that writes the same tab. */
export function sharedTarget({ name, typeName }: { name: string; typeName: string }): string {
  return `'${name}' of ${typeName} writes the same target tab: each run of the one overwrites the other.`
}

export function fieldsOf({ field, message }: TaskFault): FieldProblems | undefined {
  return field === undefined ? undefined : { [field]: message }
}

interface Tabs {
  sourceSsId: string
  sourceSheetName: string
  targetSsId: string
  targetSheetName: string
}

interface Places extends Tabs {
  startRow: number
}

const placeFields = [
  ['sourceSsId', 'source_ss_id'],
  ['sourceSheetName', 'source_sheet_name'],
  ['targetSsId', 'target_ss_id'],
  ['targetSheetName', 'target_sheet_name'],
  ['startRow', 'start_row'],
] as const

/** Whether a task would write the tab it reads. To Google Sheets, upper and lower case make no difference. */
export function isOwnTarget(tabs: Tabs): boolean {
  return (
    tabs.sourceSsId === tabs.targetSsId && tabs.sourceSheetName.toLowerCase() === tabs.targetSheetName.toLowerCase()
  )
}
