import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TargetRef } from '#contract/task-fields.ts'
import { catchProblem } from './quoted-text.ts'
import { formatTargets, parseTargets } from './target-list.ts'

test.each<[string, TargetRef[]]>([
  ['', []],
  [
    'North => id1!Orders | South => id2',
    [
      { value: 'North', target_ss_id: 'id1', target_sheet_name: 'Orders' },
      { value: 'South', target_ss_id: 'id2', target_sheet_name: '' },
    ],
  ],
  [
    'A! => id!B\nC=D => id',
    [
      { value: 'A!', target_ss_id: 'id', target_sheet_name: 'B' },
      { value: 'C=D', target_ss_id: 'id', target_sheet_name: '' },
    ],
  ],
  ['"a | b => c" => id!"d ! e"', [{ value: 'a | b => c', target_ss_id: 'id', target_sheet_name: 'd ! e' }]],
  [
    'North => https://docs.google.com/spreadsheets/d/abc/edit!Orders',
    [{ value: 'North', target_ss_id: 'abc', target_sheet_name: 'Orders' }],
  ],
])('%j names targets', (text, targets) => {
  expect(parseTargets(text)).toEqual(targets)
})

test.each([
  ['North', '"North": write VALUE => ID!Tab'],
  ['=> id', '"=> id": write a value before "=>"'],
  ['North =>', '"North =>": write the ID of a spreadsheet after "=>"'],
  ['North => my file!Tab', '"my file" is no ID and no link: write VALUE => ID!Tab'],
])('%j is refused', (text, message) => {
  expect(catchProblem(() => parseTargets(text))?.message).toBe(message)
})

test('any list of targets is read as it was written', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', ' ', '|', '=', '>', '!', '"', '\n', ',', '#'),
    minLength: 1,
    maxLength: 8,
  })
  const target = fc.record({
    value: words.filter((value) => value.trim() !== ''),
    target_ss_id: fc.stringMatching(/^[\w-]{1,10}$/),
    target_sheet_name: fc.oneof(
      fc.constant(''),
      words.filter((tab) => tab.trim() !== ''),
    ),
  })
  fc.assert(
    fc.property(fc.array(target), (targets) => {
      expect(parseTargets(formatTargets(targets))).toEqual(targets)
    }),
  )
})
