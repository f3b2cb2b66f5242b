import { columnLetters } from '#domain/copy/a1.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { FilledTable } from '#domain/copy/grow-table.ts'
import { countOf } from '#domain/count-of.ts'
import { describeMissing, type MissingColumn } from '#domain/shape/place-columns.ts'
import { CHECK_CONDITIONS, CHECK_SOURCE, CHECK_TARGET, type Explanation, held } from './explanation.ts'
import {
  amountOf,
  describeHeader,
  describeLimit,
  describeScale,
  example,
  firstOf,
  firstRepeated,
  listOf,
  misplaced,
  namesOf,
  round,
  tableNames,
} from './guard-words.ts'

/** Columns are named by their header, or else by their letters. Percentages are of the last copy. */
export interface GuardFacts {
  /** A first run would overwrite or clear cells of someone else. */
  target_occupied: OccupiedFacts & { readonly percent: number }
  /** A later run would overwrite or clear cells outside the region of the earlier runs. */
  other_cells: OccupiedFacts
  /** Pivot tables and connected tables of the target would be overwritten; the first ones, and how many there are. */
  pivot_overwritten: { readonly tab: string; readonly count: number; readonly tables: readonly FilledTable[] }
  /** The source has rows, and none of them meets the conditions of the task. */
  no_row_matches: { readonly sourceRows: number } & Matching
  /** Far fewer rows of the source meet the conditions of the task than at the last copy. */
  matches_shrank: { readonly rows: number; readonly lastRows: number; readonly limit?: Limit | undefined } & Matching
  /** Rows that no key names, or whose key others have too. They are left as they are. */
  keys_unusable: {
    readonly end: 'source' | 'target'
    readonly tab: string
    readonly empty: number
    readonly doubled: number
    /** The first of their cells, each with the title of its source where a task has several. */
    readonly cells: readonly { readonly row: number; readonly column: number; readonly source?: string }[]
  }
  /** Rows of the target that stay are below other headers than those of what would come beside them. */
  columns_misplaced: { readonly tab: string; readonly columns: readonly MisplacedColumn[] }
  columns_changed: HeaderChange
  /** Only said, never held. */
  columns_added: { readonly columns: readonly string[] }
  column_emptied: ColumnFacts & { readonly filled: number; readonly lastFilled: number } & Limit
  kind_changed: ColumnFacts & { readonly from: string; readonly to: string } & Limit
  column_collapsed: ColumnFacts & { readonly distinct: number; readonly lastDistinct: number } & Limit
  numbers_scaled: ColumnFacts & { readonly mean: number; readonly lastMean: number }
  column_moved: ColumnFacts & Limit
  columns_exchanged: { readonly columns: readonly string[] }
  keys_replaced: { readonly column: string; readonly rows: number; readonly lastRows: number } & Limit
  rows_repeated: { readonly rows: number; readonly lastRows: number } & Limit
  /** Columns of which a task expects something, and which the source does not have. */
  expected_missing: { readonly columns: readonly MissingColumn[] }
  expected_filled: { readonly column: string; readonly count: number; readonly cells: readonly CellFact[] }
  expected_unique: {
    readonly columns: readonly string[]
    readonly count: number
    /** The first cells of rows that repeat another one, each with the row that it repeats. */
    readonly cells: readonly (CellFact & { readonly repeats?: number })[]
  }
}

/** How a change compares with what is allowed, in percent. */
export interface Limit {
  readonly percent: number
  readonly limitPercent: number
  /** The largest such change in the last ten runs that changed something; absent if there was none. */
  readonly usualPercent?: number
}

/** A cell before and after, counted from 1 in its tab. */
export interface CellFact {
  readonly row: number
  readonly column: number
  readonly before: Cell
  readonly after: Cell
}

interface OccupiedFacts {
  readonly tab: string
  readonly rows: number
  readonly count: number
  readonly cells: readonly CellFact[]
}

export interface HeaderChange {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly missing: readonly string[]
  readonly moved: readonly string[]
  readonly added: readonly string[]
}

/** A column of the target, counted from 1, whose header is not that of what a copy brings there. */
export interface MisplacedColumn {
  readonly column: number
  readonly before: Cell
  readonly after: Cell
}

interface Matching {
  /** Whether hidden rows are left out, besides those that do not meet the conditions. */
  readonly skipsHidden?: boolean
}

interface ColumnFacts {
  readonly column: string
  readonly count: number
  /** One cell before and now, if both of its values are known. */
  readonly cells: readonly CellFact[]
}

export const guardFailures: { readonly [C in keyof GuardFacts]: (facts: GuardFacts[C]) => Explanation } = {
  target_occupied: ({ tab, rows, count, percent, cells }) => ({
    subject: null,
    reason: `"${tab}" already holds ${countOf(rows, 'row')} that this copy would overwrite (${countOf(count, 'cell')}, ${round(percent)} % of what is there)${example(cells)}.`,
    ...CHECK_TARGET,
  }),
  no_row_matches: ({ sourceRows, skipsHidden }) => ({
    subject: null,
    reason:
      sourceRows === 1
        ? `The only row of the source ${skipsHidden ? 'is hidden or ' : ''}does not meet the conditions of the task.`
        : `None of the ${countOf(sourceRows, 'row')} of the source ${skipsHidden ? 'is visible and ' : ''}meets the conditions of the task.`,
    ...CHECK_CONDITIONS,
  }),
  matches_shrank: ({ rows, lastRows, skipsHidden, limit }) => ({
    subject: null,
    reason: `${countOf(rows, 'row')} of the source ${skipsHidden ? (rows === 1 ? 'is visible and ' : 'are visible and ') : ''}${rows === 1 ? 'meets' : 'meet'} the conditions of the task, down from ${lastRows.toLocaleString('en-US')} at the last successful run.${limit ? ` ${describeLimit('lost', limit)}` : ''}`,
    ...CHECK_CONDITIONS,
  }),
  other_cells: ({ tab, count, cells }) => ({
    subject: null,
    reason: `${countOf(count, 'cell')} of "${tab}" that no run of this task wrote would be overwritten${example(cells)}.`,
    ...CHECK_TARGET,
  }),
  keys_unusable: ({ end, tab, empty, doubled, cells }) => ({
    subject: null,
    reason: `In ${cells.some(({ source }) => source !== undefined) ? 'the sources' : `"${tab}" of the ${end}`}, ${[
      ...(doubled > 0
        ? [`${countOf(doubled, 'row')} ${doubled === 1 ? 'has' : 'have'} a key that others have too`]
        : []),
      ...(empty > 0 ? [`${countOf(empty, 'row')} ${empty === 1 ? 'has' : 'have'} no key`] : []),
    ].join(
      ' and ',
    )}: ${cells.map(({ row, column, source }) => `${columnLetters(column)}${row}${source === undefined ? '' : ` of "${source}"`}`).join(', ')}${cells.length < empty + doubled ? ' …' : ''}.`,
    ...held(
      "Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.",
    ),
  }),
  columns_misplaced: ({ tab, columns }) => ({
    subject: null,
    reason: `Rows that stay in "${tab}" have other columns than this copy: ${misplaced(columns)}.`,
    ...held(
      "Give the columns of the task the order and the names that they have in the target; to copy all the same, choose 'Copy anyway'.",
    ),
  }),
  pivot_overwritten: ({ tab, ...found }) => ({
    subject: null,
    reason: `This copy would overwrite ${tableNames(found)} of "${tab}", which an undo cannot bring back.`,
    ...CHECK_TARGET,
  }),
  columns_changed: (change) => ({
    subject: null,
    reason: `The columns of the source changed${change.before.length === change.after.length ? '' : ` from ${change.before.length} to ${change.after.length}`}: ${describeHeader(change)}.`,
    ...CHECK_SOURCE,
  }),
  columns_added: ({ columns }) => ({
    subject: null,
    reason: `The source has ${countOf(columns.length, 'new last column')}: ${namesOf(columns)}.`,
  }),
  column_emptied: ({ column, filled, lastFilled, cells, ...limit }) => ({
    subject: null,
    reason: `The column "${column}" has values in ${filled.toLocaleString('en-US')} instead of ${countOf(lastFilled, 'cell')}${example(cells)}. ${describeLimit('lost', limit)}`,
    ...CHECK_SOURCE,
  }),
  kind_changed: ({ column, count, from, to, cells, ...limit }) => ({
    subject: null,
    reason: `In the column "${column}", ${countOf(count, 'cell')} turned from ${from} to ${to}${example(cells)}. ${describeLimit('changed', limit)}`,
    ...CHECK_SOURCE,
  }),
  column_collapsed: ({ column, count, distinct, lastDistinct, cells, ...limit }) => ({
    subject: null,
    reason: `In the column "${column}", ${countOf(count, 'cell')} now hold the same value; there were ${lastDistinct.toLocaleString('en-US')} different ones, now ${distinct.toLocaleString('en-US')}${example(cells)}. ${describeLimit('the same', limit)}`,
    ...CHECK_SOURCE,
  }),
  numbers_scaled: ({ column, mean, lastMean, cells }) => ({
    subject: null,
    reason: `The numbers of the column "${column}" are ${describeScale(mean, lastMean)}: ${amountOf(lastMean)} on average before, ${amountOf(mean)} now${example(cells)}.`,
    ...CHECK_SOURCE,
  }),
  column_moved: ({ column, count, ...limit }) => ({
    subject: null,
    reason: `The values of the column "${column}" moved to other rows, about ${countOf(count, 'cell')}, while the rest of the rows stayed. ${describeLimit('moved', limit)}`,
    ...CHECK_SOURCE,
  }),
  columns_exchanged: ({ columns }) => ({
    subject: null,
    reason: `The values of the columns ${namesOf(columns)} changed places below their headers.`,
    ...CHECK_SOURCE,
  }),
  keys_replaced: ({ column, rows, lastRows, ...limit }) => ({
    subject: null,
    reason: `Almost every value of the column "${column}", which identifies the rows, is new: ${countOf(lastRows, 'row')} before, ${rows.toLocaleString('en-US')} now. ${describeLimit('new', limit)}`,
    ...CHECK_SOURCE,
  }),
  rows_repeated: ({ rows, lastRows, ...limit }) => ({
    subject: null,
    reason: `Many rows are in the source more than once: ${countOf(rows, 'row')} instead of ${lastRows.toLocaleString('en-US')}. ${describeLimit('repeated', limit)}`,
    ...CHECK_SOURCE,
  }),
  expected_missing: ({ columns }) => ({
    subject: null,
    reason: `The source has no ${columns.length === 1 ? 'column' : 'columns'} ${listOf(columns.map(describeMissing))}.`,
    ...CHECK_SOURCE,
  }),
  expected_filled: ({ column, count, cells }) => ({
    subject: null,
    reason: `The column "${column}" should be filled, but ${countOf(count, 'cell')} ${count === 1 ? 'is' : 'are'} empty${firstOf(count, cells)}.`,
    ...CHECK_SOURCE,
  }),
  expected_unique: ({ columns, count, cells }) => ({
    subject: null,
    reason: `${columns.map((column) => `"${column}"`).join(' and ')} should be unique, but ${countOf(count, 'row')} ${count === 1 ? 'repeats another one' : 'repeat others'}${firstOf(count, cells)}${firstRepeated(cells)}.`,
    ...CHECK_SOURCE,
  }),
}
