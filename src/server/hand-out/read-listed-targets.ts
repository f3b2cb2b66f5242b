import type { TargetSheet } from '#contract/task-fields.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { pickFileFacts } from '#domain/copy/spreadsheet.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { type ListColumns, readTargetList } from '#domain/hand-out/read-target-list.ts'
import { columnFinder, type MissingColumn, withLookalikes } from '#domain/shape/place-columns.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { SourceRead } from '#engine/sources/read-source.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { HandOutJob, PreparePorts } from './hand-out-ports.ts'
import { readSheet } from './read-sheet.ts'
import type { RememberedSheet, StoredHandOut } from './target-store.ts'

interface ReadOptions {
  job: HandOutJob
  sheet: TargetSheet
  ports: PreparePorts
  stored: StoredHandOut
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

export interface ListedTargets {
  targets: HandOutTarget[]
  /** The tab with the list. */
  tab: { spreadsheetId: string; sheetId: number; title: string }
  /** Memory for the next run. */
  remembered: RememberedSheet
}

/** Row of the list's header. */
const HEADER_ROW = 1
const MAX_NAMED_PROBLEMS = 6

/** Reads the targets from the sheet in the task's settings. @throws ProviderError source_column_missing, target_list_wrong … */
export async function readListedTargets(workbook: Workbook, options: ReadOptions): Promise<ListedTargets> {
  const { job, sheet, ports, stored, stack } = options
  const { shape: _, union: __, ...whole } = job
  const listJob = { ...whole, source: { id: sheet.ss_id, tab: sheet.sheet_name }, startRow: HEADER_ROW }
  const read = await readSheet(workbook, { job: listJob, ports, stored, known: stored.source?.list, stack })
  const { source, remembered } = read
  const { spreadsheet, tab } = source.source
  const columns = findListColumns(source, sheet)
  const rows: (readonly [number, Cell[]])[] = []
  let firstRow = HEADER_ROW + 1
  for await (const block of source.rows) {
    for (const [down, cells] of block.entries()) rows.push([firstRow + down, cells])
    firstRow += block.length
  }
  const { targets, problems } = readTargetList({ columns, rows, errors: source.errors, locale: spreadsheet.locale })
  if (problems.length > 0) {
    const named = { problems: problems.slice(0, MAX_NAMED_PROBLEMS), count: problems.length }
    throw new ProviderError({ cause: 'target_list_wrong', file: listFile(source), tab: tab.title, ...named })
  }
  return { targets, tab: { spreadsheetId: sheet.ss_id, sheetId: tab.sheetId, title: tab.title }, remembered }
}

/** @throws ProviderError source_column_missing */
function findListColumns(source: SourceRead, sheet: TargetSheet): ListColumns {
  const { header, shownHeader, width } = source
  const columns = { header, shownHeader: shownHeader ?? header, columnCount: width }
  const find = columnFinder([], columns)
  const { value_column, link_column, tab_column } = sheet
  const [value, link] = [find(value_column), find(link_column)]
  const tab = tab_column === '' ? undefined : find(tab_column)
  const missing: MissingColumn[] = [
    ...(value === undefined ? [{ name: value_column, use: 'value' as const }] : []),
    ...(link === undefined ? [{ name: link_column, use: 'link' as const }] : []),
    ...(tab_column !== '' && tab === undefined ? [{ name: tab_column, use: 'tab' as const }] : []),
  ]
  if (value !== undefined && link !== undefined && missing.length === 0) return { value, link, tab }
  const found = withLookalikes(missing, columns)
  const tabTitle = source.source.tab.title
  throw new ProviderError({ cause: 'source_column_missing', file: listFile(source), tab: tabTitle, columns: found })
}

function listFile({ source: { spreadsheet } }: SourceRead) {
  return { ...pickFileFacts(spreadsheet), end: 'list' as const }
}
