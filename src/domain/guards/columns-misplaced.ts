import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import { held } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { findDifference } from '#domain/recognize/name-difference.ts'
import { foldName } from '#domain/recognize/name-finder.ts'
import type { Guard } from './guard.ts'
import { formatCell, joinNames, MAX_NAMES } from './guard-words.ts'

/** A target column, counted from 1, whose header differs from the column copied there. */
export interface MisplacedColumn {
  readonly column: number
  readonly before: Cell
  readonly after: Cell
}

/** Remaining target rows have different headers from the copied columns. */
export const columnsMisplaced: Guard<{ readonly tab: string; readonly columns: readonly MisplacedColumn[] }> = {
  explain: ({ tab, columns }) => ({
    subject: null,
    reason: `Rows that stay in "${tab}" have other columns than this copy: ${describeMisplaced(columns)}.`,
    ...held(
      "Give the columns of the task the order and the names that they have in the target; to copy all the same, choose 'Copy anyway'.",
    ),
  }),
  covers: (found, seen) =>
    seen.tab === found.tab &&
    found.columns.every(({ column, before, after }) =>
      seen.columns.some((other) => other.column === column && other.before === before && other.after === after),
    ),
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

/** `A is "State" there and "Name" here` */
function describeMisplaced(columns: readonly MisplacedColumn[]): string {
  const shown = columns.slice(0, MAX_NAMES).map(({ column, before, after }) => {
    const found = findDifference(String(before ?? ''), String(after ?? ''))
    const difference = found ? `, with ${found.other} instead of ${found.one}` : ''
    return `${columnLetters(column)} is ${formatCell(before)} there and ${formatCell(after)} here${difference}`
  })
  const others = columns.length - shown.length
  return others > 0 ? `${shown.join(', ')}, and ${pluralize(others, 'other')}` : joinNames(shown)
}

interface Headers {
  /** Header above the remaining rows. */
  held: readonly Cell[]
  /** Header of the copy. */
  wanted: readonly Cell[]
  /** Whether a header may have another name, as long as no column has its name. */
  allowsRenamed: boolean
}

/** Columns where a copy would write cells of another column below an existing header, beside remaining rows. */
export function misplacedColumns({ held, wanted, allowsRenamed }: Headers): MisplacedColumn[] {
  const names = wanted.map(formatHeader)
  return held.flatMap((before, at) => {
    const name = formatHeader(before)
    if (name === '' || name === names[at]) return []
    const isReplaced = !allowsRenamed && at < wanted.length
    return names.includes(name) || isReplaced ? [{ column: at + 1, before, after: wanted[at] ?? '' }] : []
  })
}

function formatHeader(cell: Cell): string {
  return foldName(String(cell ?? ''))
}
