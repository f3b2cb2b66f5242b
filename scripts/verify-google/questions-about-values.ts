import type { Calls } from './calls.ts'
import type { Question } from './question.ts'

const LOADING_CHECKS = 20
const LOADING_PAUSE_MS = 1_000

const errors = [
  '=NA()',
  '=1/0',
  '=VLOOKUP(7,E1:F2,2,FALSE)',
  '=1+',
  '=#REF!',
  '=NOSUCHFUNCTION()',
  '=SQRT(-1)',
  '=1+"a"',
]

export const questionsAboutValues: readonly Question[] = [
  {
    id: 'error-wording',
    question: 'How does each way of reading word an error?',
    assumed: 'UNFORMATTED_VALUE gives "#N/A (message)", also with an empty message; FORMATTED_VALUE gives "#N/A"',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      await calls.write({ range: at('A1'), values: errors.map((formula) => [formula]), input: 'USER_ENTERED' })
      const range = at(`A1:A${errors.length}`)
      return {
        formulas: errors,
        unformatted: await calls.read(range, 'UNFORMATTED_VALUE'),
        formatted: await calls.read(range, 'FORMATTED_VALUE'),
        asFormula: await calls.read(range, 'FORMULA'),
        cells: await calls.cells(range),
      }
    },
  },
  {
    id: 'typed-error',
    question: 'Is "#N/A" an error when it is written as text?',
    assumed: 'RAW and USER_ENTERED both store text that reads "#N/A"',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      await calls.write({ range: at('A1'), values: [['#N/A', '#REF!']] })
      await calls.write({ range: at('A2'), values: [['#N/A', '#REF!']], input: 'USER_ENTERED' })
      return { raw: await calls.cells(at('A1:B1')), typed: await calls.cells(at('A2:B2')) }
    },
  },
  {
    id: 'loading',
    question: 'What does a formula read while it is loading, in a file that nobody has open?',
    assumed: '"Loading..." or "#ERROR! (Loading...)", or "#N/A" at first',
    ask: loadingValues,
  },
  {
    id: 'formula-format',
    question: 'Where is the number format of a formula?',
    assumed: 'in effectiveFormat only; userEnteredFormat is missing',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      const values = [['=TODAY()', '=NOW()', '=DATE(2026,1,2)', '=TIME(1,2,3)', '={DATE(2026,1,2);DATE(2026,1,3)}']]
      await calls.write({ range: at('A1'), values, input: 'USER_ENTERED' })
      return await calls.cells(at('A1:E2'))
    },
  },
  {
    id: 'duration',
    question: 'Which format has a duration of a day or more?',
    assumed: 'type TIME, pattern "[h]:mm:ss"',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      await calls.write({ range: at('A1'), values: [['24:00:02', '25:00', '-1:30:00']], input: 'USER_ENTERED' })
      return await calls.cells(at('A1:C1'))
    },
  },
  {
    id: 'text-format',
    question: 'What does a number become in a cell with the format of text, and is it counted?',
    assumed: 'RAW keeps the number',
    ask: async (calls) => {
      const { sheetId, at } = await calls.newTab()
      const cell = { userEnteredFormat: { numberFormat: { type: 'TEXT', pattern: '@' } } }
      const fields = 'userEnteredFormat.numberFormat'
      await calls.batchUpdate({ repeatCell: { range: { sheetId, endRowIndex: 2, endColumnIndex: 2 }, cell, fields } })
      const reply = await calls.writeBatch(at('A1'), [[1, true]])
      return { reply, cells: await calls.cells(at('A1:B1')) }
    },
  },
  {
    id: 'indentation',
    question: 'Are answers indented without prettyPrint=false?',
    assumed: 'yes',
    ask: async (calls) => {
      return { text: await calls.sendForText(`${calls.root}?fields=spreadsheetId,properties.title`) }
    },
  },
]

/** The different values of loading formulas, in the order of their appearance, until nothing changes any more. */
async function loadingValues(calls: Calls, other: Calls): Promise<unknown> {
  const { at } = await calls.newTab()
  const formulas = [
    `=IMPORTRANGE("${other.spreadsheetId}","A1:B2")`,
    '=IMPORTDATA("https://www.google.com/robots.txt")',
    '=GOOGLEFINANCE("GOOG")',
  ]
  const written = await calls.write({
    range: at('A1'),
    values: formulas.map((formula) => [formula]),
    input: 'USER_ENTERED',
  })
  const seen: unknown[] = []
  for (let check = 0; check < LOADING_CHECKS; check += 1) {
    const values = await calls.read(at('A1:A3'))
    if (JSON.stringify(values) !== JSON.stringify(seen.at(-1))) seen.push(values)
    await calls.pause(LOADING_PAUSE_MS)
  }
  return { formulas, written, seen, cells: await calls.cells(at('A1:A3')) }
}
