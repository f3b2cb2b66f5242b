import { isPattern, literalName, matchesPattern } from '#contract/tab-pattern.ts'
import type { Cause, Failure } from '#domain/failures/failure.ts'
import { sourcesInFolder } from '#domain/shape/sources-in-folder.ts'
import { namedSources } from '#domain/shape/union.ts'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { listSources, listTargets } from '#domain/tasks/task-places.ts'
import { askFiles, filesInTrash } from '#engine/compare/skip-untouched.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { findSource, resolveTabs, sourceFile, targetFile } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'
import { writeNothing } from '#server/setup/spreadsheet-access.ts'
import type { TaskToCheck } from '#server/tasks/access-problems.ts'

/** Causes that say nothing about the access. */
const passing: ReadonlySet<Cause> = new Set(['rate_limited', 'unavailable', 'conflict'])

/**
 * Finds the problem that prevents a task from copying, now or soon, with its fix; undefined if there is none. Reads no cells
 * and changes nothing.
 *
 * @throws ProviderError for a temporary failure
 */
export async function taskAccessProblem(
  google: Pick<Google, 'connect'>,
  task: TaskToCheck,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const workbook = google.connect({ ...findPreference(task), signal, onWait() {}, log() {} })
  try {
    if (task.splitBy !== '') return await handOutProblem(workbook, task)
    const { source, target } = await resolveTabs(workbook, {
      source: { id: task.sourceSsId, tab: await ownTab(workbook, task) },
      target: { id: task.targetSsId, tab: task.targetSheetName },
      last: { tabs: task.lastTabs },
    })
    // Do not check the tabs of further sources: only runs know which tabs were copied last.
    const [, ...more] = listSources({ ...task, folderFiles: [] })
    for (const id of new Set(more.map(({ sourceSsId }) => sourceSsId)))
      await workbook.getSpreadsheet(id, sourceFile(id))
    const copied = { targetId: task.targetSsId, sources: namedSources(task) }
    for (const { folder_id: folder } of task.moreSources) {
      const files = folder === undefined ? [] : await workbook.listFolder(folder)
      for (const { id } of sourcesInFolder(files, copied)) await workbook.getSpreadsheet(id, sourceFile(id))
    }
    await writeNothing(workbook, target.spreadsheet, target.tab)
    const files = askFiles(workbook, {
      source: source.spreadsheet,
      target: target.spreadsheet,
      fileChecks: { mayBeInTrash: true },
    })
    const [file] = await filesInTrash({ source: source.spreadsheet, target: target.spreadsheet }, files)
    return file && { cause: 'in_trash', file }
  } catch (error) {
    if (error instanceof ProviderError && !passing.has(error.reason)) return error.failure
    throw error
  }
}

/** Maximum target spreadsheets of a task to check. Runs report problems of further targets. */
const MAX_CHECKED_TARGETS = 20

/**
 * Checks the source of a hand-out, and its target spreadsheets or the sheet that lists them. Tabs are not checked, because runs
 * find or create them.
 */
async function handOutProblem(workbook: Workbook, task: TaskToCheck): Promise<Failure | undefined> {
  const { sourceSsId, sourceSheetName: name, lastTabs } = task
  const spreadsheet = await workbook.getSpreadsheet(sourceSsId, sourceFile(sourceSsId))
  findSource(spreadsheet, { name: literalName(name), last: lastTabs.source })
  const { targetsFrom } = task
  if (targetsFrom) {
    const list = await workbook.getSpreadsheet(targetsFrom.ss_id, { id: targetsFrom.ss_id, end: 'list' })
    findSource(list, { name: targetsFrom.sheet_name, last: null })
    return undefined
  }
  const listed = listTargets(task).map(({ targetSsId }) => targetSsId)
  for (const id of [...new Set(listed.length > 0 ? listed : [task.targetSsId])].slice(0, MAX_CHECKED_TARGETS)) {
    const target = await workbook.getSpreadsheet(id, targetFile(id))
    await writeNothing(workbook, target)
    const files = askFiles(workbook, { source: spreadsheet, target, fileChecks: { mayBeInTrash: true } })
    const [file] = await filesInTrash({ source: spreadsheet, target }, files)
    if (file) return { cause: 'in_trash', file }
  }
  return undefined
}

/** Returns a tab the task copies; the first tab if a pattern currently matches none. */
async function ownTab(workbook: Workbook, { sourceSsId, sourceSheetName: name }: TaskToCheck): Promise<string> {
  if (!isPattern(name)) return literalName(name)
  const { tabs } = await workbook.getSpreadsheet(sourceSsId, sourceFile(sourceSsId))
  return (
    (tabs.find(({ title }) => title === name) ?? tabs.find(({ title }) => matchesPattern(title, name)))?.title ?? ''
  )
}
