import type { FilledTable } from '#domain/copy/grow-table.ts'
import { testSentences } from '#tests/support/failure-sentences.ts'
import type { GuardCause } from './guards.ts'

const file = { id: '1AbC', title: 'Plan', end: 'source' } as const
const limit = { percent: 62.04, limitPercent: 50 }
const usual = { ...limit, percent: 9.96, usualPercent: 4.25 }
const cells = [{ row: 7, column: 28, before: 'open', after: null }]
const noCells = { count: 2, cells: [] }
const empty = [{ row: 5, column: 2, before: null, after: '' }]

const area = { firstRow: 3, firstColumn: 2, lastRow: 4, lastColumn: 2 }
const obstructed =
  "Nothing was written. Remove this blocker and run the task again; to leave remarks in their place, choose 'Copy anyway'."

testSentences<GuardCause>({
  tab_replaced: [
    [
      { file, tab: 'Data', now: 'Data 2025' },
      `The tab 'Data' of the source spreadsheet "Plan" was renamed to 'Data 2025', and another tab is named 'Data' now. Nothing was written. To use the tab that is named 'Data' now, choose 'Copy anyway'; to keep using 'Data 2025', choose it in the task.`,
    ],
  ],
  target_tab_deleted: [
    [
      { file: { id: '1AbC', title: 'Plan' }, tab: 'Data' },
      `The target tab 'Data' of the spreadsheet "Plan" was deleted. Create it again? Nothing was written. To create it, choose 'Copy anyway'; or choose another tab in the task.`,
    ],
  ],
  source_empty: [
    [{}, "The source has no data rows. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'."],
    [
      { source: 'North', written: 1 },
      `"North": The source has no data rows. Earlier in this run, up to 1 cell had been written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { source: 'North', keepsItsRows: true },
      `"North": The source has no data rows. Its last rows stay in the target. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  source_shrank: [
    [
      { rows: 1, lastRows: 900 },
      "The source shrank from 900 rows to 1 row since the last successful run. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 90, lastRows: 900, limit },
      "The source shrank from 900 rows to 90 rows since the last successful run. 62 % lost, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 90, lastRows: 900, limit: usual, written: 1200 },
      "The source shrank from 900 rows to 90 rows since the last successful run. 10 % lost, the limit is 50 %; the largest change in the last ten runs was 4.3 %. Earlier in this run, up to 1,200 cells had been written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  source_gone: [
    [
      { tab: '2026-01', rows: 40 },
      "The source '2026-01' (40 rows) is not found any more. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  error_jump: [
    [
      { count: 12, lastCount: 0 },
      "Formulas may not have finished: the source has 12 error cells, up from 0 at the last run. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
    [
      { count: 1, lastCount: 0, first: 'B7' },
      "Formulas may not have finished: the source has 1 error cell, up from 0 at the last run. The first is B7. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  target_reshaped: [
    [
      { shape: 'cleared' },
      "The target was cleared by hand since the last run. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [
      { shape: 'sorted' },
      "The target was sorted by hand since the last run. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [
      { shape: 'columns_moved' },
      "The target had columns moved by hand since the last run. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
  ],
  target_edited: [
    [
      { count: 1, first: 'B7' },
      "1 cell was edited by hand since the last run, B7. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [
      { count: 14, first: 'B7' },
      "14 cells were edited by hand since the last run, the first in B7. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
  ],
  edited_since_preview: [[{}, 'Cells were edited since the preview. Nothing was written. Open the preview again.']],
  owner_left: [
    [
      { person: 'jo@example.com' },
      "Its owner left: jo@example.com may no longer sign in here, so somebody must take it over. Nothing was written. To run it as yours, choose 'Take over'.",
    ],
  ],
  target_occupied: [
    [
      { tab: 'Data', rows: 12, count: 40, percent: 100, cells },
      `"Data" already holds 12 rows that this copy would overwrite (40 cells, 100 % of what is there), for example AB7: "open" → empty. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
  ],
  other_cells: [
    [
      { tab: 'Data', rows: 1, count: 1, cells: [{ row: 1, column: 1, before: 'a'.repeat(31), after: 0 }] },
      `1 cell of "Data" that no run of this task wrote would be overwritten, for example A1: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…" → 0. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', rows: 1, count: 1, cells: [{ row: 1, column: 1, before: 'a'.repeat(30), after: true }] },
      `1 cell of "Data" that no run of this task wrote would be overwritten, for example A1: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" → true. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
  ],
  values_unmatched: [
    [
      { column: 'Branch', rows: 1, count: 1, values: [{ value: 'B99', rows: 1, firstRow: 17 }] },
      `1 row has a value of "Branch" without a target: B99: 1 row, for example row 17. Nothing was written. Add a target for it, or correct the source; to copy the other rows, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Branch', rows: 1200, count: 3, values: [{ value: '', rows: 1100, firstRow: 1700 }] },
      `1,200 rows have a value of "Branch" without a target: no value: 1,100 rows, for example row 1,700; and 2 other values. Nothing was written. Add a target for it, or correct the source; to copy the other rows, choose 'Copy anyway'.`,
    ],
  ],
  values_failed: [
    [
      { column: 'Branch', count: 1, cells: [{ row: 7, column: 2, before: '#N/A', after: null }] },
      `The column "Branch", which says where rows go, has 1 error value, B7. Nothing was written. Fix the formulas; to copy the other rows, choose 'Copy anyway'.`,
    ],
  ],
  pivot_overwritten: [
    [
      { tab: 'Data', count: 1, tables: [table('pivot', 1)] },
      `This copy would overwrite the pivot table A1:B9 of "Data", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', count: 2, tables: [table('pivot', 1), table('connected', 4)] },
      `This copy would overwrite the pivot table A1:B9 and the connected table D1:E9 of "Data", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', count: 5, tables: [1, 4, 7, 10].map((column) => table('pivot', column)) },
      `This copy would overwrite the pivot table A1:B9, the pivot table D1:E9, the pivot table G1:H9 and 2 more of "Data", which an undo cannot bring back. Nothing was written. Check the target; to overwrite it, choose 'Copy anyway'.`,
    ],
  ],
  no_row_matches: [
    [
      { sourceRows: 1 },
      "The only row of the source does not meet the conditions of the task. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { sourceRows: 1, skipsHidden: true },
      "The only row of the source is hidden or does not meet the conditions of the task. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { sourceRows: 3000, skipsHidden: true },
      "None of the 3,000 rows of the source is visible and meets the conditions of the task. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
  ],
  matches_shrank: [
    [
      { rows: 1, lastRows: 900 },
      "1 row of the source meets the conditions of the task, down from 900 at the last successful run. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 1, lastRows: 900, skipsHidden: true },
      "1 row of the source is visible and meets the conditions of the task, down from 900 at the last successful run. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
    [
      { rows: 2, lastRows: 900, skipsHidden: true, limit },
      "2 rows of the source are visible and meet the conditions of the task, down from 900 at the last successful run. 62 % lost, the limit is 50 %. Nothing was written. Check the source and the rows of the task; if they are correct, choose 'Copy anyway'.",
    ],
  ],
  rows_not_carried: [
    [
      { tab: 'Data', why: 'merged', area },
      `The rows of "Data" cannot move along with the copied rows: the merged range B3:B4 is in the same rows. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'table', area },
      `The rows of "Data" cannot move along with the copied rows: the table B3:B4 is in the same rows. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'pivot', area },
      `The rows of "Data" cannot move along with the copied rows: a pivot table or a connected table begins in B3:B4. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'protected', area },
      `The rows of "Data" cannot move along with the copied rows: the protected range B3:B4 is in the same rows. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'below', area },
      `The rows of "Data" cannot move along with the copied rows: other cells are below the copied rows, the first in B3:B4. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'formulas' },
      `The rows of "Data" cannot move along with the copied rows: the copied columns of the target have formulas. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'other_task' },
      `The rows of "Data" cannot move along with the copied rows: another task copies to the same rows. ${obstructed}`,
    ],
    [
      { tab: 'Data', why: 'too_many' },
      `The rows of "Data" cannot move along with the copied rows: too many rows would have to move. ${obstructed}`,
    ],
  ],
  remarks_displaced: [
    [
      {
        tab: 'Data',
        moved: 3,
        gone: 0,
        cells: [{ row: 7, column: 3, remark: 'call back', belongsTo: 'order 1043', toRow: 9 }],
        keyColumns: 'order',
      },
      "3 remarks would end up beside another row. For example C7 'call back' belongs to order 1043, which moves to row 9. Nothing was written. To leave the remarks where they are, choose 'Copy anyway', or 'Leave them' for all runs.",
    ],
    [
      {
        tab: 'Data',
        moved: 1,
        gone: 1,
        cells: [
          { row: 2, column: 28, remark: 'a'.repeat(31), belongsTo: 'row 2', toRow: 3 },
          { row: 5, column: 3, remark: 'paid', belongsTo: 'row 5' },
        ],
        keyColumns: '',
      },
      "1 remark would end up beside another row. For example AB2 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…' belongs to row 2, which moves to row 3. 1 remark is beside rows that the source no longer has. For example C5 'paid' belongs to row 5, which is gone. Nothing was written. To leave the remarks where they are, choose 'Copy anyway', or 'Leave them' for all runs.",
    ],
    [
      { tab: 'Data', moved: 0, gone: 2, cells: [], keyColumns: '' },
      "2 remarks are beside rows that the source no longer has. Nothing was written. To leave the remarks where they are, choose 'Copy anyway', or 'Leave them' for all runs.",
    ],
  ],
  columns_misplaced: [
    [
      { tab: 'Data', columns: [{ column: 1, before: 'State', after: 'Name' }] },
      `Rows that stay in "Data" have other columns than this copy: A is "State" there and "Name" here. Nothing was written. Give the columns of the task the order and the names that they have in the target; to copy all the same, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', columns: [{ column: 1, before: 'Prеis', after: 'Preis' }] },
      `Rows that stay in "Data" have other columns than this copy: A is "Prеis" there and "Preis" here, with "e" instead of "е" (U+0435). Nothing was written. Give the columns of the task the order and the names that they have in the target; to copy all the same, choose 'Copy anyway'.`,
    ],
    [
      { tab: 'Data', columns: [1, 2, 3, 4].map((column) => ({ column, before: column, after: '' })) },
      `Rows that stay in "Data" have other columns than this copy: A is 1 there and empty here, B is 2 there and empty here, C is 3 there and empty here, and 1 other. Nothing was written. Give the columns of the task the order and the names that they have in the target; to copy all the same, choose 'Copy anyway'.`,
    ],
  ],
  keys_unusable: [
    [
      { end: 'target', tab: 'Data', empty: 1, doubled: 0, cells: [{ row: 7, column: 1 }] },
      `In "Data" of the target, 1 row has no key: A7. Nothing was written. Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.`,
    ],
    [
      { end: 'source', tab: 'Data', empty: 2, doubled: 1, cells: [{ row: 7, column: 1 }] },
      `In "Data" of the source, 1 row has a key that others have too and 2 rows have no key: A7 …. Nothing was written. Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.`,
    ],
    [
      {
        end: 'source',
        tab: 'Data',
        empty: 0,
        doubled: 2,
        cells: [
          { row: 7, column: 1, source: 'North' },
          { row: 9, column: 1, source: 'South' },
        ],
      },
      `In the sources, 2 rows have a key that others have too: A7 of "North", A9 of "South". Nothing was written. Give each row a key of its own; to leave these rows as they are and update the others, choose 'Copy anyway'.`,
    ],
  ],
  columns_changed: [
    [
      { before: ['A', 'B', 'C'], after: ['B', 'A', 'D'], missing: ['C'], moved: ['A', 'B'], added: ['D'] },
      `The columns of the source changed: missing "C"; moved "A", "B"; new "D". Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { before: ['Preis', 'B'], after: ['Prеis', 'B'], missing: ['Preis'], moved: [], added: ['Prеis'] },
      `The columns of the source changed: missing "Preis"; new "Prеis"; the new name has "е" (U+0435) where "Preis" has "e". Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { before: ['A', 'B', 'C', 'D', 'E'], after: ['E'], missing: ['A', 'B', 'C', 'D'], moved: [], added: [] },
      `The columns of the source changed from 5 to 1: missing "A", "B", "C" and 1 more. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  columns_added: [
    [{ columns: ['Note'] }, 'The source has 1 new last column: "Note".'],
    [{ columns: ['Note', 'By'] }, 'The source has 2 new last columns: "Note", "By".'],
  ],
  column_emptied: [
    [
      { column: 'Amount', count: 2, cells, filled: 0, lastFilled: 1200, ...limit },
      `The column "Amount" has values in 0 instead of 1,200 cells, for example AB7: "open" → empty. 62 % lost, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  kind_changed: [
    [
      { column: 'Due', count: 1, cells, from: 'number', to: 'text', ...usual },
      `In the column "Due", 1 cell turned from number to text, for example AB7: "open" → empty. 10 % changed, the limit is 50 %; the largest change in the last ten runs was 4.3 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  column_collapsed: [
    [
      { column: 'Region', ...noCells, distinct: 1, lastDistinct: 1200, ...limit },
      `In the column "Region", 2 cells now hold the same value; there were 1,200 different ones, now 1. 62 % the same, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  numbers_scaled: [
    [
      { column: 'Amount', ...noCells, mean: 123_456, lastMean: 1234.56 },
      `The numbers of the column "Amount" are about 100 times larger: 1,235 on average before, 123,500 now. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Amount', count: 1, cells, mean: 0.5, lastMean: 500 },
      `The numbers of the column "Amount" are about 1,000 times smaller: 500 on average before, 0.5 now, for example AB7: "open" → empty. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  column_moved: [
    [
      { column: 'Amount', ...noCells, ...limit },
      `The values of the column "Amount" moved to other rows, about 2 cells, while the rest of the rows stayed. 62 % moved, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  columns_exchanged: [
    [
      { columns: ['First', 'Last'] },
      `The values of the columns "First", "Last" changed places below their headers. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  keys_replaced: [
    [
      { column: 'Number', rows: 1200, lastRows: 1100, ...limit, percent: 100 },
      `Almost every value of the column "Number", which identifies the rows, is new: 1,100 rows before, 1,200 now. 100 % new, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  rows_repeated: [
    [
      { rows: 200, lastRows: 100, ...limit, percent: 99.9 },
      "Many rows are in the source more than once: 200 rows instead of 100. 100 % repeated, the limit is 50 %. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
    ],
  ],
  expected_missing: [
    [
      { columns: [{ name: 'E-mail', use: 'filled' }] },
      `The source has no column "E-mail", which should be filled. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      {
        columns: [
          { name: 'Preis', use: 'filled', alike: ['Prеis'] },
          { name: 'ID', use: 'unique', alike: ['Id', 'id'] },
        ],
      },
      `The source has no columns "Preis", which should be filled ("Prеis" has "е" (U+0435) where this name has "e") and "ID", which should be unique (2 columns look like it). Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  expected_filled: [
    [
      { column: 'Email', count: 1, cells: empty },
      `The column "Email" should be filled, but 1 cell is empty, B5. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Email', count: 2, cells: empty },
      `The column "Email" should be filled, but 2 cells are empty, the first in B5. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { column: 'Email', ...noCells },
      `The column "Email" should be filled, but 2 cells are empty. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
  expected_unique: [
    [
      { columns: ['Number'], count: 1, cells: empty.map((cell) => ({ ...cell, repeats: 2 })) },
      `"Number" should be unique, but 1 row repeats another one, B5 (the same as B2). Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { columns: ['Number'], count: 1, cells: empty },
      `"Number" should be unique, but 1 row repeats another one, B5. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
    [
      { columns: ['Year', 'Number'], ...noCells },
      `"Year" and "Number" should be unique, but 2 rows repeat others. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`,
    ],
  ],
})

function table(by: FilledTable['by'], firstColumn: number): FilledTable {
  return { by, area: { firstRow: 1, firstColumn, lastRow: 9, lastColumn: firstColumn + 1 } }
}
