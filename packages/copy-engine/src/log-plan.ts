import { columnLetters, quotedTab } from '#domain/copy/a1.ts'
import { areaNames } from '#domain/copy/area.ts'
import { describeLeftTable } from '#domain/copy/table-growth.ts'
import { explain } from '#domain/failures/failure.ts'
import { describeEdits } from '#domain/guards/target-edited.ts'
import { pluralize } from '#domain/pluralize.ts'
import { describePreviewDifference } from './compare/compare-with-preview.ts'
import type { Titles } from './job/sync-failure.ts'
import type { SyncPorts } from './job/sync-job.ts'
import type { ReadPlan } from './plan-copy.ts'
import type { Source, TabChange, Target } from './tabs/resolve-tabs.ts'

/** Fills in the titles of the spreadsheets, and logs the copy unless it has started before. */
export function logStart(
  { source, target }: { source: Source; target: Target },
  { titles, ports }: { titles: Titles; ports: Pick<SyncPorts, 'log'> },
): void {
  const isStarted = titles.sourceTitle !== ''
  titles.sourceTitle = source.spreadsheet.title
  titles.targetTitle = target.spreadsheet.title
  if (isStarted) return
  const [from, to] = [tabName(source.spreadsheet, source.tab.title), tabName(target.spreadsheet, target.tabTitle)]
  ports.log('INFO', `Copying ${from} to ${to}.`)
}

/** Logs notable facts about the plan before anything is written. */
export async function logPlan(plan: ReadPlan, { log, previewed }: Pick<SyncPorts, 'log' | 'previewed'>): Promise<void> {
  const { tempFiles, lastColumn, edits, judged, holds, tabChanges, write } = plan
  for (const change of tabChanges) log('INFO', describeTabChange(change))
  if (previewed) log('INFO', await describePreviewDifference({ previewed, tempFiles, bounds: { lastColumn } }))
  if (edits && !holds.some(({ cause }) => cause === 'target_edited')) log('INFO', describeEdits(edits))
  const takenBack = plan.job.shape?.place?.takenBack.length ?? 0
  if (takenBack > 0) log('INFO', `Taking back ${pluralize(takenBack, 'row')} of a run that did not end.`)
  for (const note of judged.notes) log('INFO', explain(note).reason)
  if (holds.length > 0 || !write) return
  // A person accepted that these rows are not carried.
  for (const hold of plan.found) if (hold.cause === 'rows_not_carried') log('WARNING', explain(hold).reason)
  for (const warning of write.interference.warnings) log('WARNING', warning)
  for (const table of write.tables.left) log('INFO', describeLeftTable(table))
  if (write.sourceMerges.length > 0) log('INFO', describeSourceMerges(write))
  const { protectedColumns } = write.formats
  if (protectedColumns.length > 0) log('INFO', describeProtected(protectedColumns))
}

function describeTabChange({ kind, end, before, title }: TabChange): string {
  if (kind === 'linked') return `The link to the ${end} leads to the tab ${quotedTab(title)}.`
  return kind === 'renamed'
    ? `The ${end} tab ${quotedTab(before)} was renamed to ${quotedTab(title)}, and is still used.`
    : `The ${end} tab ${quotedTab(title)} was deleted and recreated: the new tab is used.`
}

function describeSourceMerges({ sourceMerges: areas }: Pick<NonNullable<ReadPlan['write']>, 'sourceMerges'>): string {
  const names = areaNames({ areas, count: areas.length })
  return areas.length === 1
    ? `${names} of the source is merged: its value is copied to the first of its cells, the others stay empty.`
    : `${names} of the source are merged: their values are copied to the first of their cells, the others stay empty.`
}

function describeProtected([first = 1, ...others]: readonly number[]): string {
  const more = others.length > 0 ? ` and ${pluralize(others.length, 'more column')}` : ''
  return `The number format of the source was not set on column ${columnLetters(first)}${more} of the target: cells there are protected.`
}

function tabName({ title }: { title: string }, tab: string): string {
  return `${quotedTab(tab)} of "${title}"`
}
