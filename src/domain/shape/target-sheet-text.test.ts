import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TargetSheet } from '#contract/task-fields.ts'
import { catchProblem } from './quoted-text.ts'
import { formatTargetSheet, parseTargetSheet } from './target-sheet-text.ts'

const branches = {
  ss_id: 'id',
  sheet_name: 'Branches',
  value_column: 'Branch',
  link_column: 'File',
  tab_column: 'Tab',
}

test.each<[string, TargetSheet | null]>([
  ['', null],
  [' \n', null],
  ['id!Branches: Branch, File, Tab', branches],
  [' id ! Branches : Branch ,File,Tab ', branches],
  ['id!Branches: Branch, File', { ...branches, tab_column: '' }],
  ['id: A, B', { ...branches, sheet_name: '', value_column: 'A', link_column: 'B', tab_column: '' }],
  ['https://docs.google.com/spreadsheets/d/id/edit#gid=7!Branches: Branch, File, Tab', branches],
  [
    'https://docs.google.com/spreadsheets/d/id/edit#gid=7: Branch, File, Tab',
    { ...branches, ss_id: 'https://docs.google.com/spreadsheets/d/id/edit#gid=7', sheet_name: '' },
  ],
  [
    'id!"a: b ! c": "Branch, short", "File: link", "The ""tab"""',
    {
      ss_id: 'id',
      sheet_name: 'a: b ! c',
      value_column: 'Branch, short',
      link_column: 'File: link',
      tab_column: 'The "tab"',
    },
  ],
])('%j names a sheet with targets', (text, sheet) => {
  expect(parseTargetSheet(text)).toEqual(sheet)
})

test.each([
  ['id!Branches', '"id!Branches": write the tab and its columns as ID!Tab: Value, Link, Tab'],
  ['id!Branches: Branch', '"id!Branches: Branch": name two or three columns after ":", as in ID!Tab: Value, Link, Tab'],
  ['id!B: A, , C', '"id!B: A, , C": name two or three columns after ":", as in ID!Tab: Value, Link, Tab'],
  ['id!B: A, B, C, D', '"id!B: A, B, C, D": name two or three columns after ":", as in ID!Tab: Value, Link, Tab'],
  ['!B: A, B', '"!B": write the ID of a spreadsheet, as in ID!Tab: Value, Link, Tab'],
  ['my file!B: A, B', '"my file" is no ID and no link: write ID!Tab: Value, Link, Tab'],
])('%j is refused', (text, message) => {
  expect(catchProblem(() => parseTargetSheet(text))?.message).toBe(message)
})

test('any sheet with targets is read as it was written', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', ' ', '|', ':', '/', '!', '"', '\n', ',', '#'), minLength: 1, maxLength: 8 })
    .filter((text) => text.trim() !== '')
  const optional = fc.oneof(fc.constant(''), name)
  const sheet = fc.record({
    ss_id: fc.stringMatching(/^[\w-]{1,10}$/),
    sheet_name: optional,
    value_column: name,
    link_column: name,
    tab_column: optional,
  })
  fc.assert(
    fc.property(sheet, (written) => {
      expect(parseTargetSheet(formatTargetSheet(written))).toEqual(written)
    }),
  )
})
