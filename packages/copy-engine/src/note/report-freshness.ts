import { a1Cell, quotedTab } from '#domain/copy/a1.ts'
import { pickFileFacts, type Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { NoteState } from '#domain/freshness/note-text.ts'
import { findTab } from '#domain/guards/find-tab.ts'
import type { PlacedJob } from '#engine/job/job-shape.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Layouts } from '#engine/tabs/layouts.ts'
import type { Source, Target } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { isSyncInfo, SYNC_INFO, writeSyncInfo } from './sync-info.ts'
import { noteCellOf, planNote, type ReportedFacts, updateNote, writeNote } from './target-note.ts'

type ReportingJob = Pick<SyncJob, 'note'> & PlacedJob

interface Report {
  job: ReportingJob
  plan: { source: Source; target: Target; layouts: Layouts }
  ports: Pick<SyncPorts, 'log' | 'willNote' | 'formatTime'>
  state: NoteState
  /** Verification of the copy; absent if the run copied nothing. */
  seen?: CopiedRun['verified']
  /** Time when cells were copied; undefined if none were. */
  copiedAt?: Date | undefined
}

/** Tells readers of the target how a run ended, if the type asks for it: in a note, or in a tab of the file. */
export async function reportFreshness(
  workbook: Workbook,
  { job, plan, ports, state, seen, copiedAt }: Report,
): Promise<void> {
  const { source, target, layouts } = plan
  if (!job.note) return
  const times = {
    ...(copiedAt && { copiedAt: ports.formatTime(copiedAt) }),
    ...(seen && { verifiedAt: ports.formatTime(seen.compared.from) }),
  }
  const facts = { job, ports, state, times, source: `${quotedTab(source.tab.title)} of "${source.spreadsheet.title}"` }
  await writeSyncInfo(workbook, { ...facts, target })
  const { notes } = await layouts.target()
  const { spreadsheet, tab } = target
  if (tab && notes) await writeNote(workbook, { ...facts, target: { spreadsheet, tab }, notes })
}

export function stateOf({ refusedCells, errorCells, unreadCells, inTrash = [] }: CopiedRun): NoteState {
  if (refusedCells > 0) return 'Not fully up to date'
  return errorCells + unreadCells + inTrash.length > 0 ? 'Up to date, with warnings' : 'Up to date'
}

interface StateUpdate extends Pick<Report, 'ports' | 'state'>, Pick<ReportedFacts, 'undoes'> {
  job: ReportingJob
  file: Pick<Spreadsheet, 'id' | 'title'>
  /** The title of the target tab as found, or as the task names it; empty for the first visible tab. */
  tabTitle: string
  /** Time of the target's last copy; absent to keep the reported time. */
  copy?: { startedAt: Date; endedAt: Date } | undefined
}

/** Updates the state in an existing note or line when the target was not compared. A failure here never fails the run. */
export async function updateReportedState(
  workbook: Workbook,
  { job, file, tabTitle, ports, state, undoes, copy }: StateUpdate,
): Promise<void> {
  if (!job.note) return
  const { formatTime } = ports
  const times = copy && { copiedAt: formatTime(copy.endedAt), verifiedAt: formatTime(copy.startedAt) }
  const facts = { job, ports, state, times: times ?? {}, onlyExisting: true, ...(undoes && { undoes }) }
  try {
    const spreadsheet = await workbook.getSpreadsheet(file.id, { ...pickFileFacts(file), end: 'target' })
    const found = findTab(spreadsheet.tabs, { name: tabTitle, last: null })
    if (!('tab' in found)) return
    const { tab } = found
    await writeSyncInfo(workbook, { ...facts, target: { spreadsheet, tabTitle: tab.title } })
    await updateNote(workbook, { ...facts, target: { spreadsheet, tab } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/** Describes the planned note or line for a preview; undefined if nothing would be written. */
export async function describeReport({ job, plan }: Pick<Report, 'job' | 'plan'>): Promise<string | undefined> {
  const { target, layouts } = plan
  if (job.note?.kind === 'tab')
    return isSyncInfo(target.tabTitle)
      ? undefined
      : `Writes the line of this task in the tab '${SYNC_INFO}' of the target.`
  const { notes = [] } = job.note ? await layouts.target() : {}
  const planned = planNote({ job, notes, state: 'Up to date', times: { copiedAt: '', verifiedAt: '' } })
  const { row, column } = noteCellOf(job)
  const cell = a1Cell({ tab: target.tabTitle, row, column })
  if (planned.kind === 'taken')
    return `${cell} has a note of somebody else, which is kept: no freshness note is written.`
  return planned.kind === 'write' ? `Writes the freshness note on ${cell}.` : undefined
}
