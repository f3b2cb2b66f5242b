import type { SourceRef, taskShape } from '#contract/task-fields.ts'
import { type TaskSettings, taskSettings } from './task-settings.ts'

/** The fields that say where a task copies from and to. Once one of them has changed, the state left by an earlier run is void. */
export const placeFields = [
  'source_ss_id',
  'source_sheet_name',
  'target_ss_id',
  'target_sheet_name',
  'start_row',
  'target_cell',
  'header',
  'mode',
] as const satisfies readonly (keyof typeof taskShape)[]

/** The first field that makes a changed task copy from or to another place; undefined when none does. */
export function movedField(tasks: { before: TaskSettings; after: TaskSettings }) {
  const before = taskSettings.toFields(tasks.before)
  const after = taskSettings.toFields(tasks.after)
  return placeFields.find((name) => before[name] !== after[name])
}

/** Whether a target that was equal to the source before the change need not be what the task copies since. */
export function copiesOtherCells(tasks: { before: TaskSettings; after: TaskSettings }): boolean {
  const { before, after } = tasks
  if (movedField(tasks) !== undefined) return true
  const shapes = [before, after].map(({ columns, rows, hiddenRows, moreSources, sourceColumn }) =>
    JSON.stringify([columns, rows, hiddenRows, moreSources, sourceColumn]),
  )
  return new Set(shapes).size > 1
}

type Target = Pick<TaskSettings, 'targetSsId' | 'targetSheetName'>
type Source = Pick<TaskSettings, 'sourceSsId' | 'sourceSheetName'>

/** Whether a task would write to a tab that it reads. A pattern does not stand for the task's own target. */
export function isOwnTarget({ targetSsId, targetSheetName, ...task }: Source & Target & MoreSources): boolean {
  const target = targetKey({ targetSsId, targetSheetName })
  return sourcesOf(task).some((source) => sourceKey(source) === target)
}

interface MoreSources {
  readonly moreSources?: readonly SourceRef[]
}

/** All sources of a task that are spreadsheets, its own first. */
export function sourcesOf({ sourceSsId, sourceSheetName, moreSources = [] }: Source & MoreSources): Source[] {
  const more = moreSources.flatMap(({ source_ss_id: id, source_sheet_name: name }) =>
    id === undefined ? [] : [{ sourceSsId: id, sourceSheetName: name }],
  )
  return [{ sourceSsId, sourceSheetName }, ...more]
}

/** Two tasks with the same key read the same tab. */
export function sourceKey({ sourceSsId, sourceSheetName }: Source): string {
  return tabKey(sourceSsId, sourceSheetName)
}

/** Two tasks with the same key write to the same tab. */
export function targetKey({ targetSsId, targetSheetName }: Target): string {
  return tabKey(targetSsId, targetSheetName)
}

/** Google Sheets ignores the case of tab names. An empty name is the first tab, and only that of another empty one. */
function tabKey(spreadsheetId: string, tabName: string): string {
  return JSON.stringify([spreadsheetId, tabName.trim().toLowerCase()])
}
