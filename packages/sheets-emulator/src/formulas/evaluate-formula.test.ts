import { expect, test } from 'vitest'
import { evaluateFormula } from './evaluate-formula.ts'

const now = new Date('2026-03-04T06:00:00Z')
const error = (token: string, message: string) => [[{ error: { token, message } }]]

test.each([
  ['=1+2*3', [[{ value: 7 }]]],
  ['=-(2+1)/4', [[{ value: -0.75 }]]],
  ['="a"&1&TRUE', [[{ value: 'a1TRUE' }]]],
  ['=50%', [[{ value: 0.5 }]]],
  ['="say ""hi"""', [[{ value: 'say "hi"' }]]],
  [
    '={1,"a";TRUE,2}',
    [
      [{ value: 1 }, { value: 'a' }],
      [{ value: true }, { value: 2 }],
    ],
  ],
  [
    '=SEQUENCE(2,2)',
    [
      [{ value: 1 }, { value: 2 }],
      [{ value: 3 }, { value: 4 }],
    ],
  ],
  ['=SEQUENCE(1,3,10,-2.5)', [[{ value: 10 }, { value: 7.5 }, { value: 5 }]]],
  ['="a"&1+2&-1', [[{ value: 'a3-1' }]]],
  ['=1&2*3', [[{ value: '16' }]]],
  ['=DATE(2024,13,1)', [[{ value: 45_658, format: { type: 'DATE', pattern: 'M/d/yyyy' } }]]],
  ['=DATE(2024,3,0)', [[{ value: 45_351, format: { type: 'DATE', pattern: 'M/d/yyyy' } }]]],
  ['=DATE(124,1,1.9)', [[{ value: 45_292, format: { type: 'DATE', pattern: 'M/d/yyyy' } }]]],
  ['=ArrayFormula({1;2})', [[{ value: 1 }], [{ value: 2 }]]],
  ['=TODAY()', [[{ value: 46_085, format: { type: 'DATE', pattern: 'M/d/yyyy' } }]]],
  ['=NOW()', [[{ value: 46_085.25, format: { type: 'DATE_TIME', pattern: 'M/d/yyyy H:mm:ss' } }]]],
  ['=TEST_RESULT(1.5,"TIME","[h]:mm:ss")', [[{ value: 1.5, format: { type: 'TIME', pattern: '[h]:mm:ss' } }]]],
  ['=TEST_LOADING()', [[{ error: { token: 'Loading...' } }]]],
])('computes %s', (formula, results) => {
  expect(evaluateFormula(formula, now)).toEqual(results)
})

test.each([
  ['=NA()', '#N/A', ''],
  ['=1/0', '#DIV/0!', 'Function DIVIDE parameter 2 cannot be zero.'],
  ['=1+(2/0)', '#DIV/0!', 'Function DIVIDE parameter 2 cannot be zero.'],
  [
    '=1+"a"',
    '#VALUE!',
    "Function ADD parameter 2 expects number values. But 'a' is a text and cannot be coerced to a number.",
  ],
  ['=#REF!', '#REF!', 'Reference does not exist.'],
  ['=1+', '#ERROR!', 'Formula parse error.'],
  ['=DATE(10000,1,1)', '#NUM!', 'Function DATE parameters do not give a date that exists.'],
  ['=DATE(-1,1,1)', '#NUM!', 'Function DATE parameters do not give a date that exists.'],
  ['=1e308*10', '#NUM!', 'Result was too large.'],
  ['=1e999', '#NUM!', 'Result was too large.'],
  ['={1,2;3}', '#VALUE!', 'Function ARRAY_ROW parameter 2 has mismatched row size.'],
  ['=TEST_ERROR("#N/A","Did not find value \'7\'.")', '#N/A', "Did not find value '7'."],
])('%s gives %s', (formula, token, message) => {
  expect(evaluateFormula(formula, now)).toEqual(error(token, message))
})

test.each(['=A1', '=SUM(1,2)', '=Sheet2!A1:B2', '=IF(1>2,1,2)', '=1 2', '=(1', `=${'('.repeat(60)}1${')'.repeat(60)}`])(
  'says that it does not compute %s',
  (formula) => {
    const results = error('#ERROR!', 'The built-in spreadsheets do not compute this formula.')
    expect(evaluateFormula(formula, now)).toEqual(results)
  },
)
