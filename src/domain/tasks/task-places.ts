import type { SourceRef, TargetRef, TargetSheet, taskShape } from '#contract/task-fields.ts'
import { findValueKey } from '#domain/hand-out/split-value.ts'
import { DEFAULT_LOCALE } from '#domain/recognize/locale-tag.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import { type FoundTarget, type LastTabs, NO_TABS, type TabId } from './last-tabs.ts'
import { isSameTab, type NamedTab } from './same-tab.ts'
import { type TaskSettings, taskSettings } from './task-settings.ts'

/** Fields for source and target. After a change of these fields, the state left by an earlier run is void. */
export const placeFields = [
  'source_ss_id',
  'source_sheet_name',
  'target_ss_id',
  'target_sheet_name',
  'start_row',
  'target_cell',
  'header',
  'mode',
  'split_by',
] as const satisfies readonly (keyof typeof taskShape)[]

/** A task before and after a change. `lastTabs` are the tabs of its last copy before the change. */
interface ChangedTask {
  before: TaskSettings
  after: TaskSettings
  lastTabs?: LastTabs | undefined
}

/** The first field that makes a changed task copy from or to another place; undefined when none does. */
export function movedField({ before, after, lastTabs = NO_TABS }: ChangedTask) {
  const keeps = keepsTabs({ before, after, lastTabs })
  return placeFields.find((field) => {
    if (field === 'source_sheet_name') return !keeps.source
    if (field === 'target_sheet_name') return !keeps.target
    const name = taskSettings.names[field]
    return before[name] !== after[name]
  })
}

/** Whether a task keeps its source tab and its target tab after a change, even under another name. */
function keepsTabs({ before, after, lastTabs = NO_TABS }: ChangedTask): Record<keyof LastTabs, boolean> {
  return {
    source: isSameTab(sourceTab(before), sourceTab(after), lastTabs.source),
    target: isSameTab(targetTab(before), targetTab(after), lastTabs.target),
  }
}

/** Tabs of the last copy still in use after a change. */
export function keptTabs({ lastTabs = NO_TABS, ...tasks }: ChangedTask): LastTabs {
  const keeps = keepsTabs({ ...tasks, lastTabs })
  return { source: keeps.source ? lastTabs.source : null, target: keeps.target ? lastTabs.target : null }
}

/** Whether a change to the task makes an up-to-date target outdated. */
export function copiesOtherCells(tasks: ChangedTask): boolean {
  const { before, after } = tasks
  if (movedField(tasks) !== undefined) return true
  const shapes = [before, after].map(({ columns, rows, hiddenRows, moreSources, sourceColumn, targets, targetsFrom }) =>
    JSON.stringify([columns, rows, hiddenRows, sourceListKey(moreSources), sourceColumn, targets, targetsFrom]),
  )
  return new Set(shapes).size > 1
}

/** Key of a list of further sources: equal keys mean the same tabs. */
export function sourceListKey(moreSources: readonly SourceRef[]): string {
  return JSON.stringify(moreSources.map(sourceRefKey))
}

/** Key of an entry in a list of sources: equal keys mean the same tabs. */
export function sourceRefKey({ source_ss_id, folder_id, source_sheet_name }: SourceRef): string {
  return JSON.stringify([source_ss_id, folder_id, foldName(source_sheet_name)])
}

type Target = Pick<TaskSettings, 'targetSsId' | 'targetSheetName'>
type Source = Pick<TaskSettings, 'sourceSsId' | 'sourceSheetName'>

function sourceTab({ sourceSsId, sourceSheetName }: Source): NamedTab {
  return { spreadsheetId: sourceSsId, name: sourceSheetName }
}

function targetTab({ targetSsId, targetSheetName }: Target): NamedTab {
  return { spreadsheetId: targetSsId, name: targetSheetName }
}

/** Whether a task would write to a tab it reads. A pattern never matches the task's own target. */
export function isOwnTarget(task: Source & Target & MoreSources & HandedOut): boolean {
  const targets = new Set(listTargets(task).map(targetKey))
  return listSources(task).some((source) => targets.has(sourceKey(source)))
}

/** Hand-out fields of a task. */
export interface HandedOut {
  /** Empty or absent for a task with a single target. */
  readonly splitBy?: string
  readonly targets?: readonly TargetRef[]
  readonly targetsFrom?: TargetSheet | null
  /** Tabs of its last hand-out. */
  readonly foundTargets?: readonly FoundTarget[]
}

/** Target spreadsheets of a task. Files of a list are not known before a run. */
export function targetFiles(task: Target & HandedOut): string[] {
  const { targetSsId, splitBy = '', targets = [], targetsFrom = null } = task
  const isOwn = splitBy === '' || (targets.length === 0 && !targetsFrom)
  return [...new Set(isOwn ? [targetSsId] : listTargets(task).map((target) => target.targetSsId))]
}

/** A tab a task writes to. */
export interface WrittenTab extends Target {
  /** Value of the rows written there; null for a task with a single target. */
  readonly value: string | null
  /** The tab of the last copy; null if no copy has used the tab the task names. */
  readonly last: TabId | null
}

/**
 * Lists the tabs a task writes to: the tabs it names, and the tabs its last hand-out found. Tabs of new values are not
 * known before a run.
 */
export function listTargets(task: Target & HandedOut & { readonly lastTabs?: LastTabs }): WrittenTab[] {
  const { targetSsId, targetSheetName, splitBy = '', lastTabs = NO_TABS } = task
  if (splitBy === '') return [{ value: null, targetSsId, targetSheetName, last: lastTabs.target }]
  const { targets = [], targetsFrom = null, foundTargets = [] } = task
  if (targetsFrom || targets.length === 0) {
    const found = targetsFrom ? foundTargets : foundTargets.filter((target) => target.targetSsId === targetSsId)
    // An empty name is the first tab.
    const isFirstTab = targetsFrom?.tab_column === ''
    return found.map((last) => {
      return { value: last.value, targetSsId: last.targetSsId, targetSheetName: isFirstTab ? '' : last.title, last }
    })
  }
  const findTarget = createTargetFinder(foundTargets)
  return targets.map(({ value, target_ss_id: id, target_sheet_name: name }) => {
    const last = findTarget(value)
    return { value, targetSsId: id, targetSheetName: name, last: last?.targetSsId === id ? last : null }
  })
}

/**
 * Finds the target of a value, even after an edit of its case or blanks. Looks for the exact value first, because most values
 * are unedited.
 */
function createTargetFinder(targets: readonly FoundTarget[]): (value: string) => FoundTarget | undefined {
  if (targets.length === 0) return () => undefined
  const exact = new Map(targets.map((target) => [target.value, target]))
  let byKey: ReadonlyMap<string | undefined, FoundTarget> | undefined
  return (value) => {
    const found = exact.get(value)
    if (found) return found
    byKey ??= new Map(targets.map((target) => [findValueKey(target.value, DEFAULT_LOCALE), target]))
    return byKey.get(findValueKey(value, DEFAULT_LOCALE))
  }
}

interface MoreSources {
  readonly moreSources?: readonly SourceRef[]
  /** Spreadsheets in its folders at the last copy, if needed. */
  readonly folderFiles?: readonly SourceRef[]
}

/** All spreadsheets among the sources of a task, its own first. */
export function listSources({
  sourceSsId,
  sourceSheetName,
  moreSources = [],
  folderFiles = [],
}: Source & MoreSources): Source[] {
  const more = [...moreSources, ...folderFiles].flatMap(({ source_ss_id: id, source_sheet_name: name }) =>
    id === undefined ? [] : [{ sourceSsId: id, sourceSheetName: name }],
  )
  return [{ sourceSsId, sourceSheetName }, ...more]
}

/** Two tasks with the same key read the same tab. */
export function sourceKey(task: Source): string {
  return tabKey(sourceTab(task))
}

/** Two tasks with the same key write to the same tab. */
export function targetKey(task: Target): string {
  return tabKey(targetTab(task))
}

/** Key of a tab. An empty name means the first tab and equals only another empty name. */
function tabKey({ spreadsheetId, name }: NamedTab): string {
  return JSON.stringify([spreadsheetId, foldName(name)])
}
