import type { ChangeKind } from '#contract/change-kind.ts'
import type { PreviewedCell } from '#contract/preview.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { kindOfCell } from '#domain/copy/row-change.ts'
import { isSameValue } from '#domain/hand-out/split-value.ts'
import type { Orm } from '#server/storage/database.ts'
import { readBlocks } from './change-blocks.ts'

/** Maximum length of a cell's text, which can have 50,000 characters. */
const MAX_TEXT_LENGTH = 500

interface CellsQuery {
  taskPreviewId: number
  offset: number
  limit: number
  kind?: ChangeKind | undefined
  column?: number | undefined
  /** Value of the target to list; undefined for all targets. */
  target?: string | undefined
}

/** Reads a page of matching cells, and counts all matching cells. Without a filter, counts only up to the end of the page. */
export async function previewCells(
  orm: Orm,
  { taskPreviewId, offset, limit, kind, column, target }: CellsQuery,
): Promise<{ cells: PreviewedCell[]; matching: number }> {
  const isFiltered = kind !== undefined || column !== undefined || target !== undefined
  const cells: PreviewedCell[] = []
  // Without a filter, the number of a cell tells its block, so earlier blocks are skipped.
  let matching = isFiltered ? 0 : undefined
  for await (const { firstCell, rows } of readBlocks(orm, { taskPreviewId, offset: isFiltered ? 0 : offset })) {
    matching ??= firstCell
    for (const { value, row, cells: changed } of rows) {
      if (target !== undefined && !isSameValue(value ?? '', target)) continue
      for (const cell of changed) {
        if (column !== undefined && cell.column !== column) continue
        if (kind !== undefined && kindOfCell(cell) !== kind) continue
        if (matching >= offset && cells.length < limit) {
          const place = { ...(value !== undefined && { value }), row }
          cells.push({ ...place, column: cell.column, before: shortened(cell.before), after: shortened(cell.after) })
        }
        matching += 1
      }
    }
    if (!isFiltered && cells.length === limit) break
  }
  return { cells, matching: matching ?? 0 }
}

function shortened(cell: Cell): Cell {
  if (typeof cell !== 'string' || cell.length <= MAX_TEXT_LENGTH) return cell
  return `${cell.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…`
}
