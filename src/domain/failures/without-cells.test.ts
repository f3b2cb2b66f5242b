import { expect, test } from 'vitest'
import { holdsToKeep } from '#domain/guards/without-cells.ts'
import { describeFailure, type Failure } from './failure.ts'
import { withoutCells } from './without-cells.ts'

const SECRET = 'Zanzibar'
const cells = [{ row: 3, column: 2, before: SECRET, after: SECRET }]
const limit = { percent: 40, limitPercent: 30 }

test.each<[Failure, string]>([
  [{ cause: 'target_occupied', tab: 'A', rows: 2, count: 3, percent: 50, cells }, '"A" already holds 2 rows'],
  [{ cause: 'other_cells', tab: 'A', rows: 2, count: 3, cells }, '3 cells of "A"'],
  [
    {
      cause: 'values_unmatched',
      column: 'Branch',
      rows: 3,
      count: 1,
      values: [{ value: SECRET, rows: 3, firstRow: 2 }],
    },
    '3 rows have a value of "Branch" without a target: 1 value.',
  ],
  [{ cause: 'values_failed', column: 'Branch', count: 2, cells }, 'has 2 error values.'],
  [
    {
      cause: 'remarks_displaced',
      tab: 'A',
      moved: 1,
      gone: 1,
      cells: [{ row: 2, column: 3, remark: SECRET, belongsTo: SECRET }],
      keyColumns: 'ID',
    },
    '1 remark would end up beside another row. 1 remark is beside rows that the source no longer has.',
  ],
  [
    { cause: 'column_emptied', column: 'B', count: 4, filled: 1, lastFilled: 5, cells, ...limit },
    'The column "B" has values in 1 instead of 5 cells.',
  ],
  [{ cause: 'kind_changed', column: 'B', count: 4, from: 'text', to: 'number', cells, ...limit }, 'to number. 40 %'],
  [
    { cause: 'column_collapsed', column: 'B', count: 9, distinct: 1, lastDistinct: 8, cells, ...limit },
    'there were 8 different ones, now 1.',
  ],
  [
    { cause: 'numbers_scaled', column: 'B', count: 9, mean: 70_070, lastMean: 700.7, cells },
    'The numbers of the column "B" are about 100 times larger.',
  ],
  [{ cause: 'expected_filled', column: 'B', count: 9, cells }, 'but 9 cells are empty.'],
  [{ cause: 'expected_unique', columns: ['B'], count: 9, cells }, '9 rows repeat others.'],
  [{ cause: 'error_jump', count: 9, lastCount: 1, first: SECRET }, '9 error cells, up from 1 at the last run.'],
  [
    {
      cause: 'target_list_wrong',
      file: 'F',
      tab: 'Targets',
      problems: [{ kind: 'no_file', row: 2, column: 2, text: SECRET }],
      count: 1,
    },
    'lists targets that cannot be used: B2 is no link and no ID.',
  ],
  [{ cause: 'values_clash', values: [SECRET, SECRET], tab: '' }, 'Two values have the same target.'],
  [
    { cause: 'invalid', account: '', file: 'F', kind: 'write', place: '', detail: SECRET, project: '', link: '' },
    'The spreadsheet service rejected a request for F.',
  ],
])('%#: facts without cells still say how many', (failure, sentence) => {
  expect(JSON.stringify(failure)).toMatch(/Zanzibar|70070/)
  const remaining = withoutCells(failure)
  expect(JSON.stringify(remaining)).not.toMatch(/Zanzibar|70070/)
  expect(describeFailure(remaining)).toContain(sentence)
})

test('holds of several rules, and the refusals of several accounts, are searched too', () => {
  const hold = { cause: 'expected_filled', column: 'B', count: 9, cells } as const
  const facts: Failure[] = [
    { cause: 'held', holds: [{ cause: 'source_empty' }, hold] },
    { cause: 'no_usable_account', file: 'F', kind: 'read', rejected: [{ account: 'a', failure: hold }] },
    { cause: 'targets_failed', targets: [{ value: 'South', failure: hold }], count: 1 },
  ]
  expect(JSON.stringify(facts.map(withoutCells))).not.toContain(SECRET)
})

test('holds of a type that keeps cells stay as they are', () => {
  const holds = [{ cause: 'expected_filled', column: 'B', count: 9, cells }] as const
  expect(holdsToKeep(holds, { keepsCells: true })).toBe(holds)
  expect(holdsToKeep(holds, { keepsCells: false })).toEqual([{ ...holds[0], cells: [] }])
})
