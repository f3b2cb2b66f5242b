import { expect, test } from 'vitest'
import { describeFailure, describeHolds, explain, type Failure, type Hold, problemKey } from './failure.ts'

const request = { account: 'robot@example.com', kind: 'read', place: '', detail: '', project: '', link: '' } as const
const notFound: Failure = {
  cause: 'not_found',
  ...request,
  file: { id: '1AbC', title: 'Sales vs. Plan. Q3', end: 'source' },
}

test('a reason and its fix stay apart, whatever a file is called', () => {
  expect(explain(notFound)).toEqual({
    reason: 'The source spreadsheet "Sales vs. Plan. Q3" was not found.',
    fix: 'Check the link in the task, and whether the file was deleted.',
    action: null,
  })
  expect(describeFailure(notFound)).toBe(
    'The source spreadsheet "Sales vs. Plan. Q3" was not found. Check the link in the task, and whether the file was deleted.',
  )
})

test.each<[string, Failure, string | null]>([
  ['a file, for every account', { ...notFound, account: 'jo@example.com', file: { id: '1AbC' } }, 'not_found 1AbC'],
  ['an account and a file', { ...notFound, cause: 'not_shared' }, 'not_shared robot@example.com 1AbC'],
  ['an account, whatever file', { ...notFound, cause: 'scope_missing' }, 'scope_missing robot@example.com'],
  ['a time', { cause: 'not_started', dueTime: '04:00' }, 'not_started 04:00'],
  ['nothing else', { cause: 'source_empty' }, 'source_empty'],
  ['one task only', { cause: 'source_shrank', rows: 1, lastRows: 900 }, null],
])('a problem is one by its cause and %s', (_subject, failure, key) => {
  expect(problemKey(failure)).toBe(key)
})

test('several accounts are named with what each of them needs', () => {
  const { cause: _cause, ...facts } = notFound
  const failure: Failure = {
    cause: 'no_usable_account',
    file: { id: '1AbC' },
    kind: 'write',
    rejected: [
      { account: 'a@example.com', failure: { cause: 'not_shared', ...facts, account: 'a@example.com' } },
      { account: 'b@example.com', failure: { cause: 'not_found', ...facts } },
    ],
  }
  expect(describeFailure(failure)).toBe(
    'None of these accounts can edit the spreadsheet 1AbC: a@example.com, b@example.com. Share it with one of them as an Editor. The source spreadsheet "Sales vs. Plan. Q3" was not found. Check the link in the task, and whether the file was deleted.',
  )
  expect(explain(failure).action).toMatchObject({ kind: 'share', address: 'a@example.com' })
})

test('an action leads only to Google, and to addresses', () => {
  const disabled: Failure = { ...notFound, cause: 'api_disabled', project: '7', link: 'https://evil.example/enable' }
  const url = 'https://console.cloud.google.com/apis/library/sheets.googleapis.com?project=7'
  expect(explain(disabled)).toMatchObject({
    fix: `Enable it at ${url}, and wait a few minutes.`,
    action: { kind: 'open', url },
  })
  const nobody: Failure = { ...notFound, cause: 'scope_missing', account: "the machine's account" }
  expect(explain(nobody).action).toBeNull()
})

test('a hold says whether anything was written before', () => {
  const hold = { cause: 'source_shrank', rows: 1, lastRows: 900 } as const
  const reason = 'The source shrank from 900 rows to 1 row since the last successful run.'
  const check = "Check the source; if it is correct, choose 'Copy anyway'."
  expect(describeFailure(hold)).toBe(`${reason} Nothing was written. ${check}`)
  const later: Hold = { ...hold, written: 12 }
  expect(describeFailure(later)).toBe(`${reason} Earlier in this run, up to 12 cells had been written. ${check}`)
  expect(describeHolds([hold, { cause: 'source_empty' }])).toBe(
    `${reason} The source has no data rows. Nothing was written. ${check}`,
  )
})

test('a cause that a later version has stored is named', () => {
  const stored: Failure = JSON.parse('{"cause":"stolen","by":"jo"}')
  expect(describeFailure(stored)).toBe('Failed: stolen.')
  expect(problemKey(stored)).toBe('stolen')
})
