import type { Cell } from '#domain/copy/cell.ts'
import { matchColumns } from '#domain/guards/compare-headers.ts'
import { findKeySample } from '#domain/guards/compare-samples.ts'
import { type JudgedColumn, type JudgedRows, judgedColumns } from '#domain/guards/judged-columns.ts'
import { createSourceProfiler } from '#domain/guards/source-profile.ts'

interface Options extends Partial<Pick<JudgedRows, 'limits'>> {
  /** The names of the columns at the last copy. */
  header: readonly string[]
  /** Current names of the columns; missing if unchanged. */
  headerNow?: readonly string[]
}

/** Builds the rows of the last copy and the current rows, as a run compares them. The data starts in row 2. */
export function buildJudgedRows(before: Cell[][], after: Cell[][], options: Options): JudgedRows {
  const { header, headerNow = header, limits = { measures: [], lossPercent: 30 } } = options
  const last = profileRows(before)
  const now = profileRows(after, findKeySample(last)?.key)
  const places = matchColumns({ last: header, now: headerNow, changing: [], width: last.columns.length })
  const columns = judgedColumns({ last, now, header: headerNow, columns: places, firstDataRow: 2 })
  return { last, now, rows: after.length, lastRows: before.length, columns, places, limits }
}

/** Builds a column called Data, in rows with another column. */
export function buildJudgedColumn(before: Cell[], after: Cell[]): JudgedColumn {
  const buildRows = (cells: Cell[]) => cells.map((cell, at) => [cell, `Row ${at}`])
  const [column] = buildJudgedRows(buildRows(before), buildRows(after), { header: ['Data', 'Row'] }).columns
  if (!column) throw new Error('A copy without rows has no columns')
  return column
}

function profileRows(rows: Cell[][], keyColumn?: number) {
  const profiler = createSourceProfiler({ keyColumn })
  profiler.add(rows)
  return profiler.end()
}
