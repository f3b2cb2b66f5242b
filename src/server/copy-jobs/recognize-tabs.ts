import { isPattern, literalName } from '#contract/tab-pattern.ts'
import { findTab } from '#domain/guards/find-tab.ts'
import { findPreference } from '#domain/tasks/lent-access.ts'
import { type WorkbookPorts, withWorkbook } from '#engine/job/run-with-workbook.ts'
import { sourceFile, targetFile } from '#engine/tabs/resolve-tabs.ts'
import type { Provider, Workbook } from '#engine/workbook.ts'
import { readCopiedTabs, renameCopies } from '#server/last-copy/copied-tabs.ts'
import type { End } from '#server/last-copy/place.ts'
import type { RunWork } from '#server/runs/run-work.ts'
import type { Orm } from '#server/storage/database.ts'

interface RecognizeOptions {
  orm: Orm
  work: Pick<RunWork, 'task' | 'hasCopies' | 'recorded' | 'cellLimits'>
  ports: WorkbookPorts
}

/**
 * Recognizes, by their IDs, tabs the task has copied before and now names differently: without a name, or by a name people have
 * given them since. The records of their copies then count again. Reads a spreadsheet only if the task has copied from or to
 * it, but never the tab it names now. Returns whether it recognized a tab.
 *
 * @throws ProviderError
 */
export async function recognizeTabs(
  provider: Provider,
  { orm, work: { task, hasCopies, recorded, cellLimits }, ports }: RecognizeOptions,
): Promise<boolean> {
  if (!hasCopies || task.splitBy !== '') return false
  const unknown = (['source', 'target'] as const).filter((end) => !recorded.tabs[end])
  const copied = await Promise.all(
    unknown.map(async (end) => ({ end, tabs: await readCopiedTabs(orm, { task, end }) })),
  )
  const wanted = copied.filter(({ end, tabs }) => tabs.size > 0 && !isPattern(namedTab(task, end).name))
  if (wanted.length === 0) return false
  const job = { access: findPreference(task), limits: { chunkSize: task.chunkSize, cellLimits } }
  const found = await withWorkbook(provider, { job, ports }, (workbook) =>
    Promise.all(wanted.map(({ end, tabs }) => findCopiedTab(workbook, { task, end, tabs }))),
  )
  const recognized = found.filter((tab) => tab !== undefined)
  await orm.transaction(async (tx) => {
    for (const { end, sheetId } of recognized) {
      await renameCopies(tx, { task, end, tab: { sheetId }, name: namedTab(task, end).name })
    }
  })
  return recognized.length > 0
}

interface WantedTab {
  task: RunWork['task']
  end: End
  /** IDs of the copied tabs. */
  tabs: ReadonlySet<number>
}

async function findCopiedTab(workbook: Workbook, { task, end, tabs }: WantedTab) {
  const { file, name } = namedTab(task, end)
  const spreadsheet = await workbook.getSpreadsheet(file.id, file)
  const found = findTab(spreadsheet.tabs, { name: end === 'source' ? literalName(name) : name, last: null })
  return 'tab' in found && tabs.has(found.tab.sheetId) ? { end, sheetId: found.tab.sheetId } : undefined
}

function namedTab(task: RunWork['task'], end: End) {
  return end === 'source'
    ? { file: sourceFile(task.sourceSsId), name: task.sourceSheetName }
    : { file: targetFile(task.targetSsId), name: task.targetSheetName }
}
