import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conditionRows, conditionText, readableConditions, textOfRows, withRow } from './condition-rows.ts'
import { OPERATORS } from './operators.ts'
import { parseConditions } from './row-conditions.ts'

const picked = (text: string) => conditionRows(text).map((row) => row.picked ?? row.text)

test.each([
  ['', []],
  ['Status = open', [{ column: 'Status', operator: '=', value: 'open' }]],
  ['"Check in" <> "a;b"; B is empty', [{ column: 'Check in', operator: '!=', value: 'a;b' }, emptyB()]],
  // Quotes stay if they distinguish a text from a number.
  ['Zip = "01234"', [{ column: 'Zip', operator: '=', value: '"01234"' }]],
  ['Zip = 01234', [{ column: 'Zip', operator: '=', value: '01234' }]],
  ['Region in North|"a|b"', [{ column: 'Region', operator: 'in', value: 'North | "a|b"' }]],
  // Only the value is wrong or missing.
  ['Amount > many', [{ column: 'Amount', operator: '>', value: 'many' }]],
  ['Status =', [{ column: 'Status', operator: '=', value: '' }]],
  // Shown only as text.
  ['B is empty\nStatus open', [emptyB(), 'Status open']],
  ['Check in = 5', ['Check in = 5']],
  ['A = "x\ny"', ['A = "x\ny"']],
  ['B is empty; A = "open\nC = 1', [emptyB(), 'A = "open\nC = 1']],
])('%j is shown as %j', (text, rows) => expect(picked(text)).toEqual(rows))

function emptyB() {
  return { column: 'B', operator: 'is empty', value: '' }
}

test('a row says which of its words are wrong', () => {
  const problemWords = (text: string) =>
    conditionRows(text).map(({ text: row, problem }) => problem && row.slice(problem.at, problem.at + problem.length))
  expect(problemWords('A = 1; Amount > many\nCheck in = 5\nB = "open')).toEqual([undefined, 'many', '= 5', '"open'])
  expect(readableConditions('A = 1; Amount > many\nB = "open')).toBe('A = 1')
})

test.each([
  [{ column: 'Status', operator: '=', value: ' open ' }, 'Status = open'],
  [{ column: 'Check in', operator: '>=', value: 'today - 30' }, '"Check in" >= today - 30'],
  [{ column: 'a = b', operator: 'in', value: 'North | South' }, '"a = b" in North | South'],
  [{ column: 'B', operator: 'is empty', value: 'ignored' }, 'B is empty'],
  [{ column: 'B', operator: 'contains', value: 'a;b' }, 'B contains "a;b"'],
  [{ column: 'B', operator: 'in', value: 'a;b | "c' }, 'B in "a;b" | """c"'],
  [{ column: 'B', operator: '=', value: '= 5' }, 'B = "= 5"'],
  [{ column: 'B', operator: '=', value: '' }, 'B ='],
] as const)('%j is written %j', (condition, text) => expect(conditionText(condition)).toBe(text))

test('a new row comes below the fields, where an unclosed quote does not swallow it', () => {
  const added = { column: 'B', operator: '=', value: '' } as const
  expect(withRow(conditionRows('A = 1'), added)).toEqual({ text: 'A = 1\nB =', at: 1 })
  expect(withRow(conditionRows('A = 1; C = "x'), added)).toEqual({ text: 'A = 1\nB =\nC = "x', at: 1 })
})

const unit = fc.constantFrom('a', ' ', ';', '"', '|', '\n', '=', '>', ' in ', ' is empty', '1', '%', 'today', '!=')
const anyText = fc.string({ unit, maxLength: 16 })

test('rows lose nothing of any text, and fields that are written again are the same condition', () => {
  let readable = 0
  fc.assert(
    fc.property(anyText, (text) => {
      const rows = conditionRows(text)
      expect(picked(textOfRows(rows))).toEqual(picked(text))
      const bare = (all: string) => all.replaceAll(/[\s;]/g, '')
      expect(bare(textOfRows(rows))).toBe(bare(text))
      for (const { text: row, picked: fields, problem } of rows) {
        if (problem) continue
        readable += 1
        if (fields) expect(parseConditions(conditionText(fields))).toEqual(parseConditions(row))
      }
    }),
    { numRuns: 3000 },
  )
  expect(readable).toBeGreaterThan(100)
})

test('the fields of a row show what was typed into them, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.record({
        column: anyText.filter((text) => text !== ''),
        operator: fc.constantFrom(...OPERATORS),
        value: anyText,
      }),
      (typed) => {
        const text = conditionText(typed)
        const [row, ...others] = conditionRows(text)
        expect(others).toEqual([])
        expect(row?.text).toBe(text)
        if (typed.value.includes('\n')) return
        expect(row?.picked).toMatchObject({ column: typed.column, operator: typed.operator })
        const written = conditionText({ ...typed, value: row?.picked?.value ?? '' })
        if (row?.problem) expect(written).toBe(text)
        else expect(parseConditions(written)).toEqual(parseConditions(text))
      },
    ),
    { numRuns: 3000 },
  )
})
