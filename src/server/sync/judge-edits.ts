import { a1Range, columnLetters } from '#domain/copy/a1.ts'
import { isEmptyCell } from '#domain/copy/cell.ts'
import type { EditShape } from '#domain/copy/edit-shape.ts'
import type { EditedCell, TargetEdits } from '#domain/copy/target-state.ts'
import { countOf } from '#domain/count-of.ts'
import type { CellData, SheetsClient } from '#server/google/sheets-client.ts'
import { columnNames } from './column-names.ts'
import type { FoundEdits } from './find-edits.ts'
import { MAX_SMALL_TAB_CELLS } from './read-layouts.ts'
import type { Target } from './resolve-tabs.ts'
import type { SyncJob } from './sync-job.ts'

interface JudgeOptions {
  found: FoundEdits | undefined
  /** As it is now. */
  target: () => Promise<Target>
}

/** Leaves out cells that nobody edited: results of formulas, and those of a tab that took the place of another. */
export async function judgeEdits(
  client: SheetsClient,
  { found, target }: JudgeOptions,
): Promise<TargetEdits | undefined> {
  if (!found) return undefined
  const current = await target()
  const { tab } = current
  if (!tab || tab.sheetId !== found.last.sheetId) return undefined
  const computed = await findComputed(client, { target: { ...current, tab }, cells: found.cells })
  const names = columnNames(found.last.header, found.last.width)
  const cells = found.cells
    .filter((cell) => !computed.has(cell))
    .map((cell) => ({ ...cell, columnName: names[cell.column - 1] ?? '' }))
  // Of those that are not listed, nothing more is known.
  const count = computed.size === 0 ? found.count : cells.length
  if (count === 0) return undefined
  const isResized = tab.rowCount !== found.last.gridRows || tab.columnCount !== found.last.gridColumns
  return { count, cells, shape: isResized || computed.size > 0 ? undefined : found.shape }
}

interface ComputedOptions {
  target: Target & { tab: NonNullable<Target['tab']> }
  cells: readonly EditedCell[]
}

/** The cells that show the result of a formula, in one read. Those too far below the first one count as computed. */
async function findComputed(client: SheetsClient, { target, cells }: ComputedOptions): Promise<Set<EditedCell>> {
  const [first] = cells
  if (!first) return new Set()
  const { spreadsheet, tab } = target
  const lastColumn = Math.max(...cells.map(({ column }) => column))
  const reach = first.row + Math.max(1, Math.floor(MAX_SMALL_TAB_CELLS / lastColumn)) - 1
  const inReach = cells.filter(({ row }) => row <= reach)
  const area = { firstRow: first.row, firstColumn: 1, lastRow: inReach.at(-1)?.row ?? first.row, lastColumn }
  const { rows } = await client.getGrid({
    spreadsheet,
    range: a1Range({ tab: tab.title, ...area }),
    fields: 'userEnteredValue',
  })
  const computed = inReach.filter((cell) => isComputed(cell, rows[cell.row - area.firstRow]?.[cell.column - 1]))
  const unknown = computed.length === 0 ? [] : cells.filter(({ row }) => row > reach)
  return new Set([...computed, ...unknown])
}

function isComputed({ found }: EditedCell, data: CellData | undefined): boolean {
  if (data?.userEnteredValue?.formulaValue != null) return true
  // The result of an array formula shows where nobody entered anything.
  return !data?.userEnteredValue && !isEmptyCell(found)
}

const SHAPE_WORDS: Readonly<Record<EditShape, string>> = {
  cleared: 'was cleared',
  sorted: 'was sorted',
  columns_moved: 'had columns moved',
}

/** Why a person must confirm before edits of the target are overwritten; undefined if nobody needs to. */
export function reasonToHoldEdits(
  edits: TargetEdits | undefined,
  { allowShrink, holdsEdits = false }: Pick<SyncJob, 'allowShrink' | 'holdsEdits'>,
): string | undefined {
  if (!edits || allowShrink) return undefined
  if (edits.shape) return `The target ${SHAPE_WORDS[edits.shape]} by hand since the last run.`
  return holdsEdits ? describeEdits(edits) : undefined
}

/** `14 cells were edited by hand since the last run, the first in B7.` */
export function describeEdits({ count, cells: [first] }: TargetEdits): string {
  const where = first ? `${columnLetters(first.column)}${first.row}` : ''
  if (count === 1) return `1 cell was edited by hand since the last run, ${where}.`
  return `${countOf(count, 'cell')} were edited by hand since the last run, the first in ${where}.`
}
