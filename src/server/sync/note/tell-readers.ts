import { a1Cell, quotedTab } from '#domain/copy/a1.ts'
import { fileOf, type Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { NoteState } from '#domain/freshness/note-text.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { PlacedJob } from '#server/sync/job/job-shape.ts'
import type { SyncJob, SyncPorts } from '#server/sync/job/sync-job.ts'
import type { CopiedRun } from '#server/sync/outcome.ts'
import type { Layouts } from '#server/sync/tabs/layouts.ts'
import type { Source, Target } from '#server/sync/tabs/resolve-tabs.ts'
import { isSyncInfo, SYNC_INFO, writeSyncInfo } from './sync-info.ts'
import { noteCellOf, planNote, updateNote, writeNote } from './target-note.ts'

type TellingJob = Pick<SyncJob, 'note'> & PlacedJob

interface Telling {
  job: TellingJob
  plan: { source: Source; target: Target; layouts: Layouts }
  ports: Pick<SyncPorts, 'log' | 'willNote' | 'formatTime'>
  state: NoteState
  /** Absent for a run that copied nothing. */
  seen?: CopiedRun['seenEqual']
  /** When cells were copied; undefined for none. */
  copiedAt?: Date | undefined
}

/** Tells the readers of a target how a run ended, if somebody asked for it: in a note, or in a tab of the file. */
export async function tellReaders(
  client: SheetsClient,
  { job, plan, ports, state, seen, copiedAt }: Telling,
): Promise<void> {
  const { source, target, layouts } = plan
  if (!job.note) return
  const times = {
    ...(copiedAt && { copiedAt: ports.formatTime(copiedAt) }),
    ...(seen && { seenEqualAt: ports.formatTime(seen.compared.from) }),
  }
  const told = { job, ports, state, times, source: `${quotedTab(source.tab.title)} of "${source.spreadsheet.title}"` }
  await writeSyncInfo(client, { ...told, target })
  const { notes } = await layouts.target()
  const { spreadsheet, tab } = target
  if (tab && notes) await writeNote(client, { ...told, target: { spreadsheet, tab }, notes })
}

export function stateOf({ refusedCells, errorCells, inTrash = [] }: CopiedRun): NoteState {
  if (refusedCells > 0) return 'Not fully up to date'
  return errorCells + inTrash.length > 0 ? 'Up to date, with warnings' : 'Up to date'
}

interface Retelling extends Pick<Telling, 'ports' | 'state'> {
  job: TellingJob
  file: Pick<Spreadsheet, 'id' | 'title'>
  /** The title of the target tab, as it was found or is named; empty for the first visible one. */
  tabTitle: string
}

/** Tells it where the target was not compared, as far as it was told before. Nothing about it fails a run. */
export async function retellReaders(
  client: SheetsClient,
  { job, file, tabTitle, ports, state }: Retelling,
): Promise<void> {
  if (!job.note) return
  const told = { job, ports, state, times: {}, onlyExisting: true }
  try {
    const spreadsheet = await client.getSpreadsheet(file.id, { ...fileOf(file), end: 'target' })
    const isWanted = (title: string) => title.toLowerCase() === tabTitle.toLowerCase()
    const tab = spreadsheet.tabs.find((each) => (tabTitle === '' ? !each.isHidden : isWanted(each.title)))
    if (!tab) return
    await writeSyncInfo(client, { ...told, target: { spreadsheet, tabTitle: tab.title } })
    await updateNote(client, { ...told, target: { spreadsheet, tab } })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
  }
}

/** The sentence of a preview about it; undefined for nothing. */
export async function describeTelling({ job, plan }: Pick<Telling, 'job' | 'plan'>): Promise<string | undefined> {
  const { target, layouts } = plan
  if (job.note?.kind === 'tab')
    return isSyncInfo(target.tabTitle)
      ? undefined
      : `Writes the line of this task in the tab '${SYNC_INFO}' of the target.`
  const { notes = [] } = job.note ? await layouts.target() : {}
  const planned = planNote({ job, notes, state: 'Up to date', times: { copiedAt: '', seenEqualAt: '' } })
  const { row, column } = noteCellOf(job)
  const cell = a1Cell({ tab: target.tabTitle, row, column })
  if (planned.kind === 'taken')
    return `${cell} has a note of somebody else, which is kept: no freshness note is written.`
  return planned.kind === 'write' ? `Writes the freshness note on ${cell}.` : undefined
}
