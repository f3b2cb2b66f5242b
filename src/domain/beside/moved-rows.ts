import { MAX_MOVED_BLOCKS, type MovedBlock, type MovedRows } from '#contract/moved-rows.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { RowArrangement } from './arrange-rows.ts'
import type { RowStep } from './row-steps.ts'

interface ArrangedRows {
  arrangement: Pick<RowArrangement, 'cameFrom' | 'removed'>
  steps: readonly RowStep[]
  firstRow: number
  /** Last row of the region after the copy. */
  lastRow: number
  /** Filled cells beside a row. */
  countBeside(row: number): number
}

/** Lists the new places of rows. A row with cells beside it gets its own block, so people find it. */
export function listMovedRows({ arrangement, steps, firstRow, lastRow, countBeside }: ArrangedRows): MovedRows {
  const places = new Map<number, number | null>(arrangement.removed.map((row) => [row, null]))
  for (let to = firstRow; to <= lastRow; to += 1) {
    const row = arrangement.cameFrom(to)
    if (row !== undefined && row !== to) places.set(row, to)
  }
  const blocks: MovedBlock[] = []
  for (const [row, to] of [...places].sort(([one], [other]) => one - other)) {
    const next = { row, rows: 1, to, cells: countBeside(row) }
    const last = blocks.at(-1)
    if (last && continues(last, next)) last.rows += 1
    else blocks.push(next)
  }
  return {
    rows: places.size,
    cells: blocks.reduce((sum, { cells }) => sum + cells, 0),
    ...countSteps(steps),
    blocks: blocks.slice(0, MAX_MOVED_BLOCKS),
  }
}

function continues({ row, rows, to, cells }: MovedBlock, next: MovedBlock): boolean {
  if (cells + next.cells > 0 || next.row !== row + rows) return false
  return to === null ? next.to === null : next.to === to + rows
}

type StepCounts = Pick<MovedRows, 'sorted' | 'inserted' | 'deleted' | 'moved' | 'filled'>

export function countSteps(steps: readonly RowStep[]): StepCounts {
  const count = (kind: RowStep['kind']) =>
    steps.reduce((sum, step) => (step.kind === kind && 'count' in step ? sum + step.count : sum), 0)
  const sorted = steps.some(({ kind }) => kind === 'sort')
  return { sorted, inserted: count('insert'), deleted: count('delete'), moved: count('move'), filled: count('fill') }
}

/** `Whole rows of the target follow the source: 1 row inserted, 2 rows deleted, 3 rows moved.` */
export function describeCarried({ sorted, inserted, deleted, moved, filled }: StepCounts): string {
  const parts = [
    sorted && 'cells sorted with their notes and formats, because whole rows would take too many moves',
    inserted > 0 && `${pluralize(inserted, 'row')} inserted`,
    deleted > 0 && `${pluralize(deleted, 'row')} deleted`,
    moved > 0 && `${pluralize(moved, 'row')} moved`,
    filled > 0 && `formulas filled into ${pluralize(filled, 'cell')}`,
  ]
  const what = sorted ? 'Rows' : 'Whole rows'
  return `${what} of the target follow the source: ${parts.filter(Boolean).join(', ')}.`
}

/** `Row 12 → 13, with 2 cells beside`, `Rows 14–20 → 15–21`, `Row 5 is removed` */
export function describeBlock({ row, rows, to, cells }: MovedBlock): string {
  const name = (first: number) =>
    rows === 1
      ? first.toLocaleString('en-US')
      : `${first.toLocaleString('en-US')}–${(first + rows - 1).toLocaleString('en-US')}`
  const noun = rows === 1 ? 'Row' : 'Rows'
  const removed = rows === 1 ? 'is removed' : 'are removed'
  const what = to === null ? `${noun} ${name(row)} ${removed}` : `${noun} ${name(row)} → ${name(to)}`
  return cells === 0 ? what : `${what}, with ${pluralize(cells, 'cell')} beside`
}

/** `13 rows move back to their places. 2 removed rows come back with their values and notes, without their formats.` */
export function describeMovedBack({ rows, restored }: { rows: number; restored: number }): string {
  const moved = rows === 1 ? '1 row moves back to its place.' : `${pluralize(rows, 'row')} move back to their places.`
  if (restored === 0) return moved
  const back =
    restored === 1
      ? '1 removed row comes back with its values and notes, but not with its colors, number formats and drop-downs.'
      : `${pluralize(restored, 'removed row')} come back with their values and notes, but not with their colors, number formats and drop-downs.`
  return rows === 0 ? back : `${moved} ${back}`
}
