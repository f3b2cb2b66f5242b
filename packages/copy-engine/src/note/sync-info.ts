import type { Cell } from '#domain/copy/cell.ts'
import type { Spreadsheet } from '#domain/copy/spreadsheet.ts'
import type { JobNote, SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import { chooseReportedTimes, type ReportedFacts } from './target-note.ts'

/** The tab of a file with a line for each task that copies into it. */
export const SYNC_INFO = 'Sync info'
const HEADER = [
  'Task',
  'Name',
  'Tab',
  'Copied from',
  'Source',
  'Cells copied',
  'Last verified',
  'Next run',
  'State',
  'Link',
]
/** Maximum lines to read: more than the number of tasks copying into any file. */
const MAX_LINES = 1000

interface InfoOptions extends ReportedFacts {
  job: Pick<SyncJob, 'note'>
  ports: Pick<SyncPorts, 'log' | 'willNote'>
  target: { spreadsheet: Spreadsheet; tabTitle: string }
}

/** Writes the line of a task if its state or its cells have changed. A failure here never fails the run. */
export async function writeSyncInfo(
  workbook: Workbook,
  { job: { note }, ports, target, ...facts }: InfoOptions,
): Promise<boolean> {
  if (note?.kind !== 'tab' || isSyncInfo(target.tabTitle)) return false
  const { id, title } = target.spreadsheet
  try {
    const spreadsheet = await workbook.getSpreadsheet(id, { id, title, end: 'target' })
    const tab = spreadsheet.tabs.find((each) => isSyncInfo(each.title))
    const lines = tab ? await readLines(workbook, spreadsheet, tab.title) : []
    if (lines.length > 0 && !isHeader(lines[0])) {
      ports.log('INFO', `The tab '${SYNC_INFO}' of "${title}" is somebody else's, and is kept.`)
      return false
    }
    const { copiedAt } = facts.times
    const at = lines.findIndex((cells, index) => index > 0 && cells[0] === note.taskId)
    const last = at > 0 ? lines[at] : undefined
    if (facts.onlyExisting && !last) return false
    if (last?.[STATE_COLUMN] === facts.state && copiedAt === undefined) return false
    const line = facts.undoes?.isFirstCopy
      ? HEADER.map(() => '')
      : buildLine({ ...note, ...facts, tab: target.tabTitle, last })
    const row = at > 0 ? at + 1 : Math.max(lines.length, 1) + 1
    await ports.willNote?.()
    const ready = await workbook.createOrGrowTab({
      spreadsheet,
      tab,
      title: SYNC_INFO,
      rows: row,
      columns: HEADER.length,
    })
    const patches = [
      ...(lines.length === 0 ? [{ row: 1, column: 1, cells: [HEADER] }] : []),
      { row, column: 1, cells: [line] },
    ]
    return (await workbook.writeValues({ spreadsheet, tabTitle: ready.title, patches })).isAsSent
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ports.log('INFO', `The tab '${SYNC_INFO}' of "${title}" could not be written: ${error.message}`)
    return false
  }
}

export function isSyncInfo(title: string): boolean {
  return title.trim().toLowerCase() === SYNC_INFO.toLowerCase()
}

function isHeader(cells: readonly Cell[] | undefined): boolean {
  return HEADER.every((name, at) => cells?.[at] === name)
}

async function readLines(workbook: Workbook, spreadsheet: Spreadsheet, tab: string): Promise<Cell[][]> {
  const range = { tab, firstRow: 1, firstColumn: 1, lastRow: MAX_LINES, lastColumn: HEADER.length }
  return (await workbook.readValues({ spreadsheet, range })).rows
}

const STATE_COLUMN = HEADER.indexOf('State')

interface Line extends ReportedFacts, Pick<JobNote, 'taskId' | 'taskName' | 'sourceLink' | 'taskLink' | 'nextRun'> {
  tab: string
  /** The line as it was. */
  last: readonly Cell[] | undefined
}

function buildLine({
  taskId,
  taskName,
  tab,
  source,
  sourceLink,
  nextRun,
  state,
  taskLink,
  last,
  ...facts
}: Line): Cell[] {
  const kept = (name: string) => last?.[HEADER.indexOf(name)] ?? ''
  const earlier = { copiedAt: String(kept('Cells copied')), verifiedAt: String(kept('Last verified')) }
  const times = chooseReportedTimes(facts, earlier)
  return [
    taskId,
    taskName,
    tab,
    source ?? kept('Copied from'),
    sourceLink,
    times.copiedAt ?? '',
    times.verifiedAt ?? '',
    nextRun ?? 'not scheduled',
    state,
    taskLink ?? '',
  ]
}
