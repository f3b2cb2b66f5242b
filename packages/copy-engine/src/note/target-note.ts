import { a1Cell } from '#domain/copy/a1.ts'
import { firstDataRowIn } from '#domain/copy/region.ts'
import type { Spreadsheet, Tab } from '#domain/copy/spreadsheet.ts'
import { type NoteState, type NoteTimes, noteText, readNote } from '#domain/freshness/note-text.ts'
import { type PlacedJob, regionOf } from '#engine/job/job-shape.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { MAX_FIRST_DATA_ROW } from '#engine/tabs/layouts.ts'
import type { CellNote } from '#engine/tabs/read-layouts.ts'
import type { Workbook } from '#engine/workbook.ts'

/** A cell that has or gets a note. */
interface NoteCell {
  row: number
  column: number
}

/**
 * Finds the cell of the note: the first cell a task writes. If it is below the rows every run reads, the first cell of the data
 * rows.
 */
export function noteCellOf(job: PlacedJob): NoteCell {
  const region = regionOf(job)
  const firstDataRow = firstDataRowIn(region)
  const row = firstDataRow > MAX_FIRST_DATA_ROW ? firstDataRow : region.firstRow
  return { row, column: region.firstColumn }
}

export interface ReportedFacts {
  state: NoteState
  /** Times of this run. The note keeps its other times. */
  times: Partial<NoteTimes>
  /** The source as readers know it; absent to keep the reported text. */
  source?: string
  /** Changes only an existing note: a task that never copied has nothing to report. */
  onlyExisting?: boolean
  /** Set for an undo: the times are from before the undone runs. Nothing is reported if there was no copy before. */
  undoes?: { isFirstCopy: boolean }
}

/** Chooses the times to report. An undo restores earlier times. Any other run keeps the reported times it does not know. */
export function chooseReportedTimes(
  { times, undoes }: Pick<ReportedFacts, 'times' | 'undoes'>,
  last: Partial<NoteTimes> | undefined,
): NoteTimes {
  const kept = undoes ? undefined : last
  return { copiedAt: times.copiedAt ?? kept?.copiedAt, verifiedAt: times.verifiedAt ?? kept?.verifiedAt }
}

interface NoteOptions extends ReportedFacts {
  job: Pick<SyncJob, 'note'> & PlacedJob
  ports: Pick<SyncPorts, 'log' | 'willNote'>
  target: { spreadsheet: Spreadsheet; tab: Tab }
  /** The notes of the tab, as far as they were read. */
  notes: readonly CellNote[]
}

export type NotePlan =
  | { kind: 'unchanged' }
  /** Somebody else wrote a note there. */
  | { kind: 'taken'; cell: NoteCell }
  | { kind: 'write'; cell: NoteCell; text: string; cleared: readonly NoteCell[] }

/** Plans the note. Moved cells take their notes along, so notes of the task in other cells are cleared. */
export function planNote({ job, notes, ...facts }: Omit<NoteOptions, 'ports' | 'target'>): NotePlan {
  const { note } = job
  const { state, times, onlyExisting = false } = facts
  if (note?.kind !== 'note') return { kind: 'unchanged' }
  const cell = noteCellOf(job)
  const isThere = ({ row, column }: NoteCell) => row === cell.row && column === cell.column
  const own = notes.flatMap((each) => {
    const read = readNote(each.text, note.taskId)
    return read ? [{ ...each, read }] : []
  })
  const there = notes.find(isThere)
  const last = own.find(isThere) ?? own[0]
  if (onlyExisting && !last) return { kind: 'unchanged' }
  if (there && !own.some(isThere)) return { kind: 'taken', cell }
  const cleared = own.filter((each) => !isThere(each)).map(({ row, column }) => ({ row, column }))
  if (facts.undoes?.isFirstCopy) return { kind: 'write', cell, cleared, text: '' }
  if (cleared.length === 0 && last?.read.state === state && times.copiedAt === undefined) return { kind: 'unchanged' }
  const source = facts.source ?? last?.read.source ?? ''
  return {
    kind: 'write',
    cell,
    cleared,
    text: noteText({ ...note, source, state, ...chooseReportedTimes(facts, last?.read) }),
  }
}

/** Writes the note if it is due. A failure here never fails the run. @returns whether it was written */
export async function writeNote(workbook: Workbook, { target, ports, ...options }: NoteOptions): Promise<boolean> {
  const plan = planNote(options)
  const name = (cell: NoteCell) => a1Cell({ tab: target.tab.title, ...cell })
  if (plan.kind === 'taken') ports.log('INFO', `${name(plan.cell)} has a note of somebody else, which is kept.`)
  if (plan.kind !== 'write') return false
  const { cell, text, cleared } = plan
  try {
    await ports.willNote?.()
    await workbook.setNotes({
      ...target,
      notes: [...cleared.map((each) => ({ ...each, text: '' })), { ...cell, text }],
    })
    return true
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ports.log('INFO', `The freshness note on ${name(cell)} could not be written: ${error.message}`)
    return false
  }
}

/** Changes an existing note of a task when its target was not read. */
export async function updateNote(workbook: Workbook, options: Omit<NoteOptions, 'notes'>): Promise<void> {
  const { job, target } = options
  if (job.note?.kind !== 'note') return
  const { row, column } = noteCellOf(job)
  const { spreadsheet, tab } = target
  if (row > tab.rowCount || column > tab.columnCount) return
  const range = { tab: tab.title, firstRow: row, firstColumn: column, lastRow: row, lastColumn: column }
  const { rows } = await workbook.readCells('note', { spreadsheet, range })
  const text = rows[0]?.[0] ?? ''
  const notes = text === '' ? [] : [{ row, column, text }]
  await writeNote(workbook, { ...options, notes, onlyExisting: true })
}
