import { expect, test } from 'vitest'
import { columnFormat, formattedRows } from './column-format.ts'

const PERCENT = { type: 'PERCENT', pattern: '0.00%' }
const DATE = { type: 'DATE', pattern: 'yyyy-mm-dd' }
const plain = (value: number | string) => ({ value, format: undefined })

test.each([
  [
    'all numbers have one',
    [
      { value: 1, format: PERCENT },
      { value: 2, format: PERCENT },
    ],
    PERCENT,
  ],
  [
    'a text has another',
    [
      { value: 'n/a', format: DATE },
      { value: 2, format: PERCENT },
    ],
    PERCENT,
  ],
  ['one number has none', [plain(1200), { value: 0.2, format: PERCENT }], 'mixed'],
  [
    'numbers differ',
    [
      { value: 1, format: DATE },
      { value: 2, format: PERCENT },
    ],
    'mixed',
  ],
  ['no number has one', [plain(1), { value: 'a', format: DATE }], undefined],
  ['there are no numbers yet', [{ value: '', format: DATE }, plain('')], DATE],
  ['without values, formatted cells decide', [{ format: undefined }, { format: DATE }], DATE],
  ['without values, formatted cells may differ', [{ format: PERCENT }, { format: DATE }], 'mixed'],
  ['there are no cells', [], undefined],
] as const)('the format of a column where %s', (_what, cells, format) => {
  expect(columnFormat(cells)).toEqual(format)
})

test('the formats of a column by runs of its numbers', () => {
  const cells = [
    { value: 0.1, format: PERCENT },
    plain('note'),
    { value: 0.2, format: PERCENT },
    plain(1200),
    { value: 45000, format: DATE },
  ]
  expect(formattedRows(cells, 5)).toEqual([
    { firstRow: 5, lastRow: 7, format: PERCENT },
    { firstRow: 9, lastRow: 9, format: DATE },
  ])
})
