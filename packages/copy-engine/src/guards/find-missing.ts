import { rowWidth } from '#domain/copy/cell.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import { readSettledRows } from '#engine/compare/read-settled-rows.ts'
import { hasComputedCells } from '#engine/compare/skip-untouched.ts'
import type { Source } from '#engine/tabs/resolve-tabs.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type MissingCells, missingCells } from './missing-cells.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import type { SourceAsRead } from './source-as-read.ts'

/** Rows of the source that lack values, or that are missing altogether. */
interface MissingRows {
  window: Window
  /** Number of missing cells or rows. */
  count: number
  countIn: (rows: Rows) => number
}

type Rows = readonly Parameters<typeof rowWidth>[0][]

interface Held {
  source: Source
  copy: { prepared: PreparedCopy; asRead: SourceAsRead; holds: readonly Hold[] }
}

/**
 * Finds the rows with the most missing values among the values that hold a copy. Returns none if no formula could bring the
 * values back.
 */
export async function findMissing(workbook: Workbook, { source, copy }: Held): Promise<MissingRows[]> {
  const { prepared, asRead, holds } = copy
  const missing = missingCells(holds, asRead)
  if (!missing) return []
  const mayCome = prepared.errors.count > 0 || (await hasComputedCells(workbook, source))
  return mayCome ? [...(await findMissingCells(copy, missing)), ...findMissingRows(copy, missing)] : []
}

async function findMissingCells({ asRead }: Held['copy'], { countIn }: MissingCells): Promise<MissingRows[]> {
  if (!countIn) return []
  const countInRows = (rows: Rows) => rows.reduce((sum, row) => sum + countIn(row), 0)
  const { firstDataRow, lastRow, cells } = asRead
  let worst: MissingRows | undefined
  let firstRow = firstDataRow
  for await (const block of cells) {
    const rows = block.slice(0, Math.max(0, lastRow - firstRow + 1))
    const count = countInRows(rows)
    const window = { firstRow, lastRow: firstRow + rows.length - 1 }
    if (count > (worst?.count ?? 0)) worst = { window, count, countIn: countInRows }
    firstRow += block.length
  }
  return worst ? [worst] : []
}

/** If the first rows below the last row arrive, the rest have arrived as well. */
function findMissingRows({ prepared, asRead }: Held['copy'], { hasLostRows }: MissingCells): MissingRows[] {
  if (!hasLostRows) return []
  const { read } = prepared
  const { firstDataRow, lastRow } = asRead
  const firstRow = Math.max(lastRow + 1, firstDataRow)
  const window = { firstRow, lastRow: firstRow + read.blockRows - 1 }
  const countIn = (rows: Rows) => read.blockRows - rows.filter((row) => rowWidth(row) > 0).length
  return [{ window, count: read.blockRows, countIn }]
}

interface Missing {
  source: Source
  asRead: Pick<SourceAsRead, 'project'>
  missing: readonly MissingRows[]
}

/** Whether any missing value or row has arrived. */
export async function hasCome(workbook: Workbook, { source, missing, asRead }: Missing): Promise<boolean> {
  for (const { window, count, countIn } of missing) {
    const { rows } = await readSettledRows(workbook, { ...source, window, lastColumn: source.tab.columnCount })
    if (countIn(rows.map(asRead.project)) < count) return true
  }
  return false
}
