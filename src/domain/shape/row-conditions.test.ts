import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber } from '#domain/recognize/day-number.ts'
import type { Literal } from './operators.ts'
import { catchProblem } from './quoted-text.ts'
import { type Condition, formatConditions, parseConditions } from './row-conditions.ts'

const day = dayNumber('2026-01-31') ?? 0

test.each<[string, Condition[]]>([
  ['', []],
  ['Status = open', [{ column: 'Status', operator: '=', values: [{ text: 'open' }] }]],
  ['Amount>100', [{ column: 'Amount', operator: '>', values: [{ text: '100', number: 100 }] }]],
  ['Share <= 12.5%', [{ column: 'Share', operator: '<=', values: [{ text: '12.5%', number: 0.125 }] }]],
  ['Region in North | South', [{ column: 'Region', operator: 'in', values: [{ text: 'North' }, { text: 'South' }] }]],
  [
    'Due >= today - 30',
    [{ column: 'Due', operator: '>=', values: [{ text: 'today - 30', number: -30, isDay: true, isFromToday: true }] }],
  ],
  ['Due < 2026-01-31', [{ column: 'Due', operator: '<', values: [{ text: '2026-01-31', number: day, isDay: true }] }]],
  ['Due = 2026-02-30', [{ column: 'Due', operator: '=', values: [{ text: '2026-02-30' }] }]],
  ['Name contains GmbH', [{ column: 'Name', operator: 'contains', values: [{ text: 'GmbH' }] }]],
  ['Name does not contain a b', [{ column: 'Name', operator: 'does not contain', values: [{ text: 'a b' }] }]],
  ['Email is not empty', [{ column: 'Email', operator: 'is not empty', values: [] }]],
  ['"Check in" = "5"', [{ column: 'Check in', operator: '=', values: [{ text: '5' }] }]],
  ['Zip = 01234', [{ column: 'Zip', operator: '=', values: [{ text: '01234', number: 1234 }] }]],
  [
    'A <> x; B is empty\n\nC not in "a;b" | c',
    [
      { column: 'A', operator: '!=', values: [{ text: 'x' }] },
      { column: 'B', operator: 'is empty', values: [] },
      { column: 'C', operator: 'not in', values: [{ text: 'a;b' }, { text: 'c' }] },
    ],
  ],
])('%j are these conditions', (text, conditions) => expect(parseConditions(text)).toEqual(conditions))

test.each([
  ['Status open', 'Status open', 0, /is no condition/],
  ['A = 1; Amount > many', 'many', 16, /^"many" is neither a number nor a date, which > needs/],
  ['Amount > 1,000', '1,000', 9, /^"1,000" is neither/],
  ['Status =', 'Status =', 0, /nothing follows =; write is empty/],
  ['Check in = 5', '= 5', 9, /two operators: put the name of the column in double quotes/],
  ['= open', '= open', 0, /write the name of a column before =/],
  ['"" = open', '""', 0, /the name of the column is empty/],
  ['Status in', 'Status in', 0, /nothing follows in/],
  ['Status = ""; Amount > "1"', '"1"', 22, /neither a number nor a date/],
  ['Region in North |', 'Region in North |', 0, /nothing follows in/],
  ['Status = "open', '"open', 9, /no closing one/],
  ['Status = "open" x', '"open" x', 9, /nothing may follow the closing quote/],
])('%j is refused, and the problem points at %j', (text, word, at, message) => {
  const problem = catchProblem(() => parseConditions(text))
  expect(problem?.message).toMatch(message)
  expect(problem).toMatchObject({ at, length: word.length })
})

test('more conditions than are allowed are refused', () => {
  const conditions = (count: number) => Array.from({ length: count }, () => 'Status = open').join('\n')
  expect(parseConditions(conditions(50))).toHaveLength(50)
  expect(() => parseConditions(conditions(51))).toThrow('Write at most 50 conditions')
})

test('all conditions are read as they were written', () => {
  const unit = fc.constantFrom(
    'a',
    ' ',
    ';',
    '"',
    '|',
    '\n',
    '=',
    '>',
    ' in ',
    ' is empty',
    '1',
    '%',
    'today',
    'É',
    '!=',
  )
  const word = fc.string({ unit, minLength: 1, maxLength: 5 }).filter((text) => text !== '')
  const value = fc.oneof(
    word.map((text): Literal => ({ text })),
    fc.constantFrom<Literal[]>(
      { text: '12', number: 12 },
      { text: '2026-01-31', number: day, isDay: true },
      { text: 'today + 2', number: 2, isDay: true, isFromToday: true },
    ),
  )
  const one = value.map((each) => [each])
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ column: word, operator: fc.constantFrom('=' as const, '!=', 'contains', 'starts with'), values: one }),
    fc.record({
      column: word,
      operator: fc.constantFrom('in' as const, 'not in'),
      values: fc.array(value, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      column: word,
      operator: fc.constantFrom('is empty' as const, 'is not empty'),
      values: fc.constant<Literal[]>([]),
    }),
  )
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 4 }), (conditions) => {
      expect(parseConditions(formatConditions(conditions))).toEqual(conditions)
    }),
    { numRuns: 500 },
  )
})
