import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { dayNumber } from '#domain/recognize/day-number.ts'
import { disturbCell } from '#tests/support/disturb.ts'
import { compileTests } from './compile-tests.ts'
import { parseConditions } from './row-conditions.ts'

const TODAY = dayNumber('2026-02-14') ?? 0
const CONTEXT = { today: TODAY, locale: 'en_US' }

test.each<[condition: string, meet: Cell[], others: Cell[]]>([
  ['= open', ['open', 'OPEN', 'open ', '\u200bopen\u00a0'], ['reopen', '', null, 0]],
  ['= Größe', ['gro\u0308ße'], ['Grosse']],
  ['= Unit price', ['Unit\nprice', 'unit  price'], ['Unitprice']],
  ['!= open', ['closed', '', null, 1], ['Open']],
  ['= 1', [1, '1', ' 1', '1.0', '$1.00'], ['01', true, '', 2]],
  ['= 01', [1, '01', '1'], ['001']],
  ['= "1"', ['1', 1], ['01', '1.0', 2]],
  ['= true', [true, 'TRUE'], [false, 1]],
  ['> 100', [100.5, '101', '$1,200.00', '10001%'], [100, '100', '(101)', '', ' ', true]],
  ['>= 100', [100, 33.3 + 33.3 + 33.4], [99.9]],
  ['= 0.3', [0.1 + 0.2, '0.3', '30%'], [0.300_000_000_000_01]],
  ['!= 0.3', [0.31], [0.1 + 0.2]],
  ['<= 0.3', [0.1 + 0.2], [0.31]],
  ['< 0.3', [0.29], [0.1 * 3]],
  ['> 0.3', [0.31], [0.1 + 0.2]],
  ['in 1 | 0.3', [0.1 + 0.2], [0.2]],
  ['not in 1 | 0.3', [0.2], [0.1 + 0.2]],
  ['< -1.5', [-2], [-1.5, '']],
  ['<= 10%', [0.1, 0], [0.2]],
  ['in North | "South | East" | 7', ['north', 'South | East', 7], ['South', '']],
  ['not in North | 7', ['South', ''], ['NORTH', 'north\u00a0', 7, '7']],
  ['contains gmbh', ['Ann GmbH', 'GMBHs'], ['Gm bH', '']],
  ['does not contain a', ['B', ''], ['Bar']],
  ['starts with 49', ['49 30', 4930], ['+49']],
  ['ends with é', ['café', 'CAFÉ'], ['cafe']],
  ['is empty', ['', null, ' ', '\u00a0', '\u200b'], [0, false]],
  ['contains " AG"', ['Foo AG', 'Foo\u00a0AG'], ['MAGIC', 'AG']],
  ['is not empty', [0, false, '-'], ['', null, ' ', '\u00a0']],
  [
    '= 2026-02-14',
    [TODAY, TODAY + 0.75, '2026-02-14', '2/14/2026', '2/14/2026 18:00'],
    [TODAY + 1, TODAY - 0.1, '14/2/2026'],
  ],
  ['= today', [TODAY, TODAY + 0.999, 'Today'], [TODAY + 1]],
  ['>= today - 30', [TODAY - 30, TODAY, '2026-02-14', 'Feb 14, 2026'], [TODAY - 30.1, '1/1/2026', '']],
  ['> today', [TODAY + 1], [TODAY, TODAY + 0.5]],
  ['<= today', [TODAY + 0.5, 0], [TODAY + 1]],
  ['< today + 1', [TODAY + 0.5], [TODAY + 1]],
])('Column %s', (text, meet, others) => {
  const [condition] = parseConditions(`Column ${text}`)
  if (!condition) throw new Error('No condition')
  const { testRow } = compileTests([{ column: 1, condition }], CONTEXT)
  const meets = (cell: Cell) => testRow([cell]) !== undefined
  expect(meet.filter((cell) => !meets(cell))).toEqual([])
  expect(others.filter(meets)).toEqual([])
})

function compile(text: string, locale = 'en_US') {
  const tests = parseConditions(text).map((condition) => ({ column: condition.column === 'A' ? 1 : 2, condition }))
  return compileTests(tests, { ...CONTEXT, locale })
}

test('text in place of a number keeps its row in an order test, unless another test fails', () => {
  const { testRow, numeric } = compile('A > 100; B = open')
  expect(testRow(['n/a', 'open'])).toEqual([1])
  expect(testRow(['1,5', 'open'])).toEqual([1])
  expect(testRow(['01234', 'open'])).toEqual([1])
  expect(numeric.size).toBe(0)
  expect(testRow(['n/a', 'closed'])).toBeUndefined()
  expect(testRow(['\u00a0', 'open'])).toBeUndefined()
  expect(testRow(['150', 'open'])).toEqual([])
  expect([...numeric]).toEqual([1])
})

test('text is read in the locale of the spreadsheet', () => {
  expect(compile('A > 100', 'de_DE').testRow(['1.200'])).toEqual([])
  expect(compile('A > 100').testRow(['1.200'])).toBeUndefined()
  expect(compile('A > 100', 'de_DE').testRow(['1,200.00'])).toEqual([1])
  expect(compile('A >= 2026-01-31', 'de_DE').testRow(['31.01.2026'])).toEqual([])
  expect(compile('A >= 2026-01-31').testRow(['31.01.2026'])).toEqual([1])
})

test('invisible changes neither drop a row nor keep it', () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.stringMatching(/^[A-Za-zé]{1,3} \d{1,2}$/),
    fc.integer({ min: -100, max: 100 }),
    fc.integer({ min: 1, max: 1e4 }).map((cents) => cents / 100),
  )
  const disturbed = cell.chain((each) => fc.tuple(fc.constant(each), disturbCell(each)))
  const operator = fc.constantFrom('=', '!=', '>', '>=', '<', '<=', 'contains', 'starts with', 'ends with')
  let met = 0
  fc.assert(
    fc.property(operator, disturbed, fc.boolean(), cell, (each, [shown, same], isOwn, other) => {
      const value = isOwn || typeof other !== 'number' ? shown : other
      fc.pre(typeof value === 'number' || !each.includes('<'))
      fc.pre(typeof value === 'number' || !each.includes('>'))
      const { testRow } = compile(`A ${each} ${value}`)
      expect(testRow([same])).toEqual(testRow([shown]))
      if (testRow([same])) met += 1
    }),
  )
  expect(met).toBeGreaterThan(5)
})
