import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPattern, matchesPattern } from '#contract/tab-pattern.ts'
import { disturbText } from '#tests/support/disturb.ts'
import { parseUnion, titleOfSource, uniteHeaders } from './union.ts'

test('columns are matched by name, and what only a later source has comes last', () => {
  const parts = [
    { header: ['Order', 'Amount'], width: 2 },
    { header: ['amount', 'Note', 'Order'], width: 4 },
  ]
  expect(uniteHeaders(parts, 'Branch')).toEqual({
    header: ['Branch', 'Order', 'Amount', 'Note', null],
    names: ['Branch', 'Order', 'Amount', 'Note', 'Column D'],
    places: [
      [undefined, 1, 2, undefined, undefined],
      [undefined, 3, 1, 2, 4],
    ],
  })
})

test('columns of an earlier union stay where they are', () => {
  const parts = [{ header: ['Note', 'order'], width: 2 }]
  for (const names of [
    ['Branch', 'Order', 'Amount'],
    ['Order', 'Amount'],
  ]) {
    const { header, places } = uniteHeaders(parts, 'Branch', { header: names, names })
    expect(header).toEqual(['Branch', 'Order', 'Amount', 'Note'])
    expect(places).toEqual([[undefined, 2, undefined, 1]])
  }
})

test('repeated names keep apart, and case counts where nothing else differs', () => {
  const parts = [
    { header: ['A', 'A', 'a'], width: 3 },
    { header: ['a', 'A'], width: 2 },
  ]
  expect(uniteHeaders(parts, '').places).toEqual([
    [1, 2, 3],
    [2, undefined, 1],
  ])
  const alike = [
    { header: ['AB', 'ab'], width: 2 },
    { header: ['Ab', 'AB'], width: 2 },
  ]
  expect(uniteHeaders(alike, '')).toMatchObject({
    header: ['AB', 'ab', 'Ab'],
    places: [
      [1, 2, undefined],
      [2, undefined, 1],
    ],
  })
  const oneOfTwo = [
    { header: ['Name'], width: 1 },
    { header: ['name', 'Name'], width: 2 },
  ]
  expect(uniteHeaders(oneOfTwo, '')).toMatchObject({
    header: ['Name', 'name'],
    places: [
      [1, undefined],
      [2, 1],
    ],
  })
})

test('each column of a source stays where it was, also without a header and where case counts', () => {
  const names = fc.constantFrom('A', 'a', 'A\u200b', 'B', 'b', 'Column B', '', ' ', '2025-02-01')
  const date = fc.record({
    value: fc.constantFrom(45_689, 45_690),
    text: fc.constantFrom('2025-02-01', 'Feb 2025', '1'),
  })
  const cell = fc.oneof(
    names.map((text) => ({ value: text, text })),
    date,
  )
  const part = fc.array(cell, { maxLength: 5 }).map((cells) => ({
    header: cells.map(({ value }) => value),
    shownHeader: cells.map(({ text }) => text),
    width: cells.length,
  }))
  const parts = fc.array(part, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(parts, fc.constantFrom('', 'Branch', 'A'), (sources, sourceColumn) => {
      const { places, ...first } = uniteHeaders(sources, sourceColumn)
      expect(uniteHeaders(sources, sourceColumn, first)).toEqual({ ...first, places })
      for (const [at, { width }] of sources.entries()) {
        const copied = places[at]?.filter((column) => column !== undefined).toSorted((one, other) => one - other)
        expect(copied).toEqual(Array.from({ length: width }, (_, column) => column + 1))
      }
    }),
  )
})

test('columns whose headers look the same are one column', () => {
  const parts = ['Unit price', 'Unit\nprice', 'unit\u00a0price ', 'Unit\u200b price'].map((name) => ({
    header: ['ID', name],
    width: 2,
  }))
  expect(uniteHeaders(parts, '')).toEqual({
    header: ['ID', 'Unit price'],
    names: ['ID', 'Unit price'],
    places: parts.map(() => [1, 2]),
  })
})

test('invisible characters in the headers of a source add no column', () => {
  const header = fc.uniqueArray(fc.stringMatching(/^[A-Za-zäé]{1,3}( [A-Za-zäé]{1,3})?$/), {
    minLength: 1,
    maxLength: 6,
    selector: (name) => name.toLowerCase(),
  })
  const parts = header.chain((names) => fc.array(fc.tuple(...names.map(disturbText)), { minLength: 2, maxLength: 4 }))
  fc.assert(
    fc.property(parts, (headers) => {
      const sources = headers.map((names) => ({ header: names, width: names.length }))
      expect(uniteHeaders(sources, '').places).toEqual(headers.map((names) => names.map((_, at) => at + 1)))
    }),
  )
})

test('columns below the same date are one column in any date format', () => {
  const parts = [
    { header: ['ID', 45_689], shownHeader: ['ID', '2025-02-01'], width: 2 },
    { header: [45_689, 'ID'], shownHeader: ['Feb 2025', 'ID'], width: 2 },
    { header: ['ID', '2025-02-01'], width: 2 },
  ]
  expect(uniteHeaders(parts, '').places).toEqual([
    [1, 2],
    [2, 1],
    [1, 2],
  ])
  const last = { header: ['ID', 45_689], names: ['ID', '45689'] }
  expect(uniteHeaders(parts.slice(0, 1), '', last)).toEqual({ ...last, places: [[1, 2]] })
})

test('dates shown in two formats by a source stay apart', () => {
  const parts = [
    { header: [45_689], shownHeader: ['2025-02-01'], width: 1 },
    { header: [45_689, 45_689], shownHeader: ['Feb 2025', '2025-02-01'], width: 2 },
  ]
  expect(uniteHeaders(parts, '').places).toEqual([
    [1, undefined],
    [2, 1],
  ])
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
  const union = parseUnion({ ...own, ...fields })
  expect(union && titleOfSource(union, title)).toBe(name)
})

test('a task without further sources, pattern and column copies one tab', () => {
  const south = { source_ss_id: 'south', source_sheet_name: '' }
  expect(parseUnion({ ...own, sourceColumn: '', moreSources: [south] })?.sources).toHaveLength(2)
  expect(parseUnion({ ...own, sourceColumn: '', moreSources: [] })).toBeUndefined()
  expect(parseUnion({ ...own, sourceColumn: '', sourceSheetName: '5 \\* 3', moreSources: [] })).toBeUndefined()
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
