import { expect, test } from 'vitest'
import { isPattern, matchesPattern } from '#contract/tab-pattern.ts'
import { stackHeaders, stackOf, titleOfSource } from './stack.ts'

test('columns are matched by name, and what only a later source has comes last', () => {
  const parts = [
    { header: ['Order', 'Amount'], width: 2 },
    { header: ['amount', 'Note', 'Order'], width: 4 },
  ]
  expect(stackHeaders(parts, 'Branch')).toEqual({
    header: ['Branch', 'Order', 'Amount', 'Note', null],
    places: [
      [undefined, 1, 2, undefined, undefined],
      [undefined, 3, 1, 2, 4],
    ],
  })
})

test('columns of an earlier stack stay where they are', () => {
  const parts = [{ header: ['Note', 'order'], width: 2 }]
  for (const last of [
    ['Branch', 'Order', 'Amount'],
    ['Order', 'Amount'],
  ]) {
    const { header, places } = stackHeaders(parts, 'Branch', last)
    expect(header).toEqual(['Branch', 'Order', 'Amount', 'Note'])
    expect(places).toEqual([[undefined, 2, undefined, 1]])
  }
})

test('repeated names keep apart, and case counts where nothing else differs', () => {
  const parts = [
    { header: ['A', 'A', 'a'], width: 3 },
    { header: ['a', 'A'], width: 2 },
  ]
  expect(stackHeaders(parts, '').places).toEqual([
    [1, 2, 3],
    [2, undefined, 1],
  ])
  const alike = [
    { header: ['AB', 'ab'], width: 2 },
    { header: ['Ab', 'AB'], width: 2 },
  ]
  expect(stackHeaders(alike, '')).toEqual({
    header: ['AB', 'ab', 'Ab'],
    places: [
      [1, 2, undefined],
      [2, undefined, 1],
    ],
  })
})

const own = { sourceSsId: 'north', sourceSheetName: 'Orders', sourceColumn: 'Branch', whenSourceFails: 'hold' as const }
const title = { spreadsheet: 'South', tab: '2026-01' }

test.each([
  [{ moreSources: [] }, 'South'],
  [{ moreSources: [], sourceSheetName: '2026-*' }, '2026-01'],
  [{ moreSources: [{ source_ss_id: 'north', source_sheet_name: 'Q2' }] }, '2026-01'],
  [{ moreSources: [{ source_ss_id: 'south', source_sheet_name: 'Orders' }] }, 'South'],
  [{ moreSources: [{ folder_id: 'all', source_sheet_name: 'Orders' }] }, 'South'],
  [
    {
      moreSources: [
        { source_ss_id: 'north', source_sheet_name: 'Q2' },
        { source_ss_id: 'south', source_sheet_name: 'Q2' },
      ],
    },
    'South: 2026-01',
  ],
  [{ moreSources: [{ source_ss_id: 'south', source_sheet_name: '2026-*' }] }, 'South: 2026-01'],
])('a source of %j is known as %j', (fields, name) => {
  const stack = stackOf({ ...own, ...fields })
  expect(stack && titleOfSource(stack, title)).toBe(name)
})

test('a task without further sources, pattern and column copies one tab', () => {
  const south = { source_ss_id: 'south', source_sheet_name: '' }
  expect(stackOf({ ...own, sourceColumn: '', moreSources: [south] })?.sources).toHaveLength(2)
  expect(stackOf({ ...own, sourceColumn: '', moreSources: [] })).toBeUndefined()
  expect(stackOf({ ...own, sourceColumn: '', sourceSheetName: '5 \\* 3', moreSources: [] })).toBeUndefined()
})

test.each([
  ['2026-01', '2026-*', true],
  ['2025-12', '2026-*', false],
  ['a', '*', true],
  ['SALES north 1', 'sales*north*', true],
  ['aXa', 'a*a', true],
  ['a', 'a*a', false],
  ['5 * 3', '5 \\* *', true],
  ['5 x 3', '5 \\* *', false],
])('%j matches %j: %j', (tab, pattern, matches) => {
  expect(isPattern(pattern)).toBe(true)
  expect(matchesPattern(tab, pattern)).toBe(matches)
})
