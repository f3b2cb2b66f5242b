import { expect, test } from 'vitest'
import type { FileSearch } from '#contract/spreadsheet.ts'
import { emptyText, sourceText } from './file-list-text.ts'

const account = 'sync@acme.example'
const found = (changes: Partial<FileSearch> = {}) => ({ account, problem: null, detail: '', ...changes })

test.each([
  [found({ account: null }), 'All built-in spreadsheets'],
  [found(), 'Spreadsheets that sync@acme.example can open'],
  [
    found({ problem: 'refused', detail: 'Drive API is disabled.' }),
    /^Google Drive does not list .*: "Drive API is disabled\."/,
  ],
  [
    found({ problem: 'somebody_else' }),
    /^Only sync@acme\.example can list their own spreadsheets\. .* paste its link\.$/,
  ],
  [
    found({ problem: 'not_granted' }),
    /it asked for no access to Drive\. These are spreadsheets that tasks use already/,
  ],
] as const)('a list says whose spreadsheets it shows, or why not: %j', (searched, text) => {
  expect(sourceText(searched)).toMatch(text)
})

test('where nothing is found, the list says with whom to share', () => {
  expect(emptyText(found(), 'x')).toBe(
    'No spreadsheet has this title. Share one with sync@acme.example, or paste its link.',
  )
  expect(emptyText(found({ account: null }), '')).toBe('No spreadsheets yet.')
  expect(emptyText(found({ problem: 'no_answer' }), 'x')).toBe('No task uses a spreadsheet with this title.')
})
