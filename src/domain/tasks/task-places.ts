import type { taskShape } from '#contract/task-fields.ts'
import { type TaskSettings, taskSettings } from './task-settings.ts'

/** What a task copies from and to. What an earlier run left in the target says nothing once one of these has changed. */
export const placeFields = [
  'source_ss_id',
  'source_sheet_name',
  'target_ss_id',
  'target_sheet_name',
  'start_row',
] as const satisfies readonly (keyof typeof taskShape)[]

/** The first field that makes a changed task copy from or to another place; undefined when none does. */
export function movedField(tasks: { before: TaskSettings; after: TaskSettings }) {
  const before = taskSettings.toFields(tasks.before)
  const after = taskSettings.toFields(tasks.after)
  return placeFields.find((name) => before[name] !== after[name])
}

type Target = Pick<TaskSettings, 'targetSsId' | 'targetSheetName'>
type Source = Pick<TaskSettings, 'sourceSsId' | 'sourceSheetName'>

/** Whether a task would write to the tab it reads. */
export function isOwnTarget({ sourceSsId, sourceSheetName, targetSsId, targetSheetName }: Source & Target): boolean {
  return sharesTarget({ targetSsId: sourceSsId, targetSheetName: sourceSheetName }, { targetSsId, targetSheetName })
}

/** Whether two tasks write to the same tab. Google Sheets ignores the case of tab names. */
export function sharesTarget(one: Target, other: Target): boolean {
  return (
    one.targetSsId === other.targetSsId && one.targetSheetName.toLowerCase() === other.targetSheetName.toLowerCase()
  )
}
