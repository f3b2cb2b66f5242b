import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSources, parseSources } from './source-list.ts'

test.each([
  ['', []],
  ['abc', [{ source_ss_id: 'abc', source_sheet_name: '' }]],
  [
    ' abc!Orders | https://docs.google.com/spreadsheets/d/d-ef/edit!2026-*',
    [
      { source_ss_id: 'abc', source_sheet_name: 'Orders' },
      { source_ss_id: 'd-ef', source_sheet_name: '2026-*' },
    ],
  ],
  [
    'https://docs.google.com/spreadsheets/d/d-ef/edit?gid=7#gid=7',
    [{ source_ss_id: 'd-ef', source_sheet_name: '#gid=7' }],
  ],
  [
    'https://drive.google.com/drive/u/0/folders/1A-b?usp=sharing!2026-* | a',
    [
      { folder_id: '1A-b', source_sheet_name: '2026-*' },
      { source_ss_id: 'a', source_sheet_name: '' },
    ],
  ],
  [
    'a!"Q1 | ""all""!"\nf!B',
    [
      { source_ss_id: 'a', source_sheet_name: 'Q1 | "all"!' },
      { source_ss_id: 'f', source_sheet_name: 'B' },
    ],
  ],
])('%j', (text, sources) => expect(parseSources(text)).toEqual(sources))

test.each([
  ['a!B | !C', '"!C": write the ID of a spreadsheet before "!"'],
  ['two words!C', '"two words" is no ID and no link: write ID!Tab | ID!Tab'],
  ['a!"C', '"C has an opening quote and no closing one'],
])('%j is refused', (text, message) => expect(() => parseSources(text)).toThrow(message))

test('text has the same sources as the list that it is made of', () => {
  const tab = fc.string({ unit: fc.constantFrom('a', '!', '|', '"', ' ', '*', '\\', 'é') })
  const id = fc.stringMatching(/^[\w-]{1,20}$/)
  const source = fc.oneof(
    fc.record({ source_ss_id: id, source_sheet_name: tab }),
    fc.record({ folder_id: id, source_sheet_name: tab }),
  )
  fc.assert(
    fc.property(fc.array(source), (sources) => {
      expect(parseSources(formatSources(sources))).toEqual(sources)
    }),
  )
})
