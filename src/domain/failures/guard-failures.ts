import { cellAddress } from '#domain/copy/a1.ts'
import { countOf } from '#domain/count-of.ts'
import { describeMissing } from '#domain/shape/place-columns.ts'
import { CHECK_CONDITIONS, CHECK_SOURCE, CHECK_TARGET, type Explanation, held } from './explanation.ts'
import type { GuardFacts } from './guard-facts.ts'
import {
  describeExample,
  describeFirst,
  describeHeader,
  describeLimit,
  describeMisplaced,
  describeObstacle,
  describeRemarks,
  describeRepeated,
  describeScale,
  formatMean,
  formatPercent,
  joinNames,
  listTables,
  listValues,
  quoteNames,
} from './guard-words.ts'

export const guardFailures: { readonly [C in keyof GuardFacts]: (facts: GuardFacts[C]) => Explanation } = {
  target_occupied: ({ tab, rows, count, percent, cells }) => ({
    subject: null,
    reason: `"${tab}" already holds ${countOf(rows, 'row')} that this copy would overwrite (${countOf(count, 'cell')}, ${formatPercent(percent)} % of what is there)${describeExample(cells)}.`,
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
    reason: `${countOf(count, 'cell')} of "${tab}" that no run of this task wrote would be overwritten${describeExample(cells)}.`,
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
    )}: ${cells.map(({ source, ...cell }) => `${cellAddress(cell)}${source === undefined ? '' : ` of "${source}"`}`).join(', ')}${cells.length < empty + doubled ? ' …' : ''}.`,
    ...held(
      "Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.",
    ),
  }),
  values_unmatched: ({ column, rows, count, values }) => ({
    subject: null,
    reason: `${countOf(rows, 'row')} ${rows === 1 ? 'has' : 'have'} a value of "${column}" without a target: ${listValues({ count, values })}.`,
    ...held("Add a target for it, or correct the source; to copy the other rows, choose 'Copy anyway'."),
  }),
  values_failed: ({ column, count, cells }) => ({
    subject: null,
    reason: `The column "${column}", which says where rows go, has ${countOf(count, 'error value')}${describeFirst(count, cells)}.`,
    ...held("Fix the formulas; to copy the other rows, choose 'Copy anyway'."),
  }),
  columns_misplaced: ({ tab, columns }) => ({
    subject: null,
    reason: `Rows that stay in "${tab}" have other columns than this copy: ${describeMisplaced(columns)}.`,
    ...held(
      "Give the columns of the task the order and the names that they have in the target; to copy all the same, choose 'Copy anyway'.",
    ),
  }),
  pivot_overwritten: ({ tab, ...found }) => ({
    subject: null,
    reason: `This copy would overwrite ${listTables(found)} of "${tab}", which an undo cannot bring back.`,
    ...CHECK_TARGET,
  }),
  remarks_displaced: (found) => ({
    subject: null,
    reason: describeRemarks(found),
    ...held("To leave the remarks where they are, choose 'Copy anyway', or 'Leave them' for all runs."),
  }),
  rows_not_carried: ({ tab, ...obstacle }) => ({
    subject: null,
    reason: `The rows of "${tab}" cannot move along with the copied rows: ${describeObstacle(obstacle)}.`,
    ...held("Remove this obstacle and run the task again; to leave remarks in their place, choose 'Copy anyway'."),
  }),
  columns_changed: (change) => ({
    subject: null,
    reason: `The columns of the source changed${change.before.length === change.after.length ? '' : ` from ${change.before.length} to ${change.after.length}`}: ${describeHeader(change)}.`,
    ...CHECK_SOURCE,
  }),
  columns_added: ({ columns }) => ({
    subject: null,
    reason: `The source has ${countOf(columns.length, 'new last column')}: ${quoteNames(columns)}.`,
  }),
  column_emptied: ({ column, filled, lastFilled, cells, ...limit }) => ({
    subject: null,
    reason: `The column "${column}" has values in ${filled.toLocaleString('en-US')} instead of ${countOf(lastFilled, 'cell')}${describeExample(cells)}. ${describeLimit('lost', limit)}`,
    ...CHECK_SOURCE,
  }),
  kind_changed: ({ column, count, from, to, cells, ...limit }) => ({
    subject: null,
    reason: `In the column "${column}", ${countOf(count, 'cell')} turned from ${from} to ${to}${describeExample(cells)}. ${describeLimit('changed', limit)}`,
    ...CHECK_SOURCE,
  }),
  column_collapsed: ({ column, count, distinct, lastDistinct, cells, ...limit }) => ({
    subject: null,
    reason: `In the column "${column}", ${countOf(count, 'cell')} now hold the same value; there were ${lastDistinct.toLocaleString('en-US')} different ones, now ${distinct.toLocaleString('en-US')}${describeExample(cells)}. ${describeLimit('the same', limit)}`,
    ...CHECK_SOURCE,
  }),
  numbers_scaled: ({ column, mean, lastMean, areRelative, cells }) => ({
    subject: null,
    reason: `The numbers of the column "${column}" are ${describeScale(mean, lastMean)}${areRelative ? '' : `: ${formatMean(lastMean)} on average before, ${formatMean(mean)} now`}${describeExample(cells)}.`,
    ...CHECK_SOURCE,
  }),
  column_moved: ({ column, count, ...limit }) => ({
    subject: null,
    reason: `The values of the column "${column}" moved to other rows, about ${countOf(count, 'cell')}, while the rest of the rows stayed. ${describeLimit('moved', limit)}`,
    ...CHECK_SOURCE,
  }),
  columns_exchanged: ({ columns }) => ({
    subject: null,
    reason: `The values of the columns ${quoteNames(columns)} changed places below their headers.`,
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
    reason: `The source has no ${columns.length === 1 ? 'column' : 'columns'} ${joinNames(columns.map(describeMissing))}.`,
    ...CHECK_SOURCE,
  }),
  expected_filled: ({ column, count, cells }) => ({
    subject: null,
    reason: `The column "${column}" should be filled, but ${countOf(count, 'cell')} ${count === 1 ? 'is' : 'are'} empty${describeFirst(count, cells)}.`,
    ...CHECK_SOURCE,
  }),
  expected_unique: ({ columns, count, cells }) => ({
    subject: null,
    reason: `${columns.map((column) => `"${column}"`).join(' and ')} should be unique, but ${countOf(count, 'row')} ${count === 1 ? 'repeats another one' : 'repeat others'}${describeFirst(count, cells)}${describeRepeated(cells)}.`,
    ...CHECK_SOURCE,
  }),
}
