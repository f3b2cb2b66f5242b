import { cellAddress } from '#domain/copy/a1.ts'
import { held } from '#domain/explanation.ts'
import { pluralize } from '#domain/pluralize.ts'
import { withoutExamples } from './covered-facts.ts'
import type { Guard } from './guard.ts'
import { shortenText } from './guard-words.ts'

/** A remark at its row and column, counted from 1. */
export interface RemarkFact {
  readonly row: number
  readonly column: number
  readonly remark: string
  /** The row it is about, e.g. `Order 1043`. */
  readonly belongsTo: string
  /** New place of the row; absent for a row missing in the source. */
  readonly toRow?: number
}

export interface RemarkFacts {
  readonly tab: string
  readonly moved: number
  readonly gone: number
  /** First remarks of moved rows, then remarks of deleted rows. */
  readonly cells: readonly RemarkFact[]
  /** The columns that identify the rows, in the form of the field `key_columns`; empty if none does. */
  readonly keyColumns: string
}

/** Remarks beside the region, about rows that would move away or are missing in the source. */
export const remarksDisplaced: Guard<RemarkFacts> = {
  explain: (found) => ({
    subject: null,
    reason: describeRemarks(found),
    ...held("To leave the remarks where they are, choose 'Copy anyway', or 'Leave them' for all runs."),
  }),
  covers: (found, seen) =>
    seen.tab === found.tab &&
    found.moved <= seen.moved &&
    found.gone <= seen.gone &&
    found.cells.every((cell) => isListed(cell, seen)),
  allowedBy: 'no_rule',
  withoutCells: withoutExamples,
  judge: 'found_elsewhere',
}

/** Whether a person saw a remark, or it may be among the unlisted remarks from the last listed row on. */
function isListed({ row, column, remark, toRow }: RemarkFact, { cells, moved, gone }: RemarkFacts): boolean {
  const isMoved = toRow !== undefined
  const listed = cells.filter((cell) => (cell.toRow !== undefined) === isMoved)
  if (listed.some((cell) => cell.row === row && cell.column === column && cell.remark === remark)) return true
  return listed.length < (isMoved ? moved : gone) && row >= (listed.at(-1)?.row ?? 0)
}

/** `3 remarks would end up beside another row. For example C7 'call back' belongs to order 1043, which moves to row 9.` */
function describeRemarks({ moved, gone, cells }: RemarkFacts): string {
  const sentences = [
    moved > 0 && `${pluralize(moved, 'remark')} would end up beside another row.`,
    describeRemark(cells.find(({ toRow }) => toRow !== undefined)),
    gone > 0 && `${pluralize(gone, 'remark')} ${gone === 1 ? 'is' : 'are'} beside rows that the source no longer has.`,
    describeRemark(cells.find(({ toRow }) => toRow === undefined)),
  ]
  return sentences.filter((sentence) => typeof sentence === 'string').join(' ')
}

function describeRemark(remark: RemarkFact | undefined): string | undefined {
  return remark && `For example ${remarkLine(remark)}.`
}

/** `C7 'call back' belongs to order 1043, which moves to row 9` */
export function remarkLine({ row, column, remark, belongsTo, toRow }: RemarkFact): string {
  const fate = toRow === undefined ? 'is gone' : `moves to row ${toRow}`
  return `${cellAddress({ row, column })} '${shortenText(remark)}' belongs to ${belongsTo}, which ${fate}`
}
