import { expect, test } from 'vitest'
import type { Hold } from '#domain/guards/guards.ts'
import { testSentences } from '#tests/support/failure-sentences.ts'
import { describeFailure, describeHolds, explain, explainKept, type Failure, heldFor, problemKey } from './failure.ts'

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

test('a person whose access ended is asked to connect again, and the first account that can is offered', () => {
  const token = { account: 'jo@example.com', detail: '', clockAheadMinutes: null } as const
  const ended: Failure = { cause: 'access_ended', owner: 'person', ...token }
  const connect = { kind: 'connect', address: 'jo@example.com' }
  expect(explain(ended).action).toEqual(connect)
  expect(explain({ ...ended, owner: 'configured' }).action).toBeNull()
  const rejected = [
    { account: 'a@example.com', failure: notFound },
    { account: 'jo@example.com', failure: ended },
  ]
  const { action } = explain({ cause: 'no_usable_account', file: { id: '1AbC' }, kind: 'read', rejected })
  expect(action).toEqual(connect)
})

test('edits that Drive does not report are one problem for all tasks of an account, or of a file', () => {
  const facts = { account: 'jo@example.com', file: { id: '1AbC' } }
  expect(problemKey({ cause: 'edits_unseen', ...facts, detail: '' })).toBe('edits_unseen jo@example.com')
  expect(problemKey({ cause: 'edits_unseen', ...facts, detail: 'No.' })).toBe('edits_unseen jo@example.com 1AbC')
})

test('several rules that hold a copy are one failure, and one is itself', () => {
  const hold: Hold = { cause: 'source_empty', source: 'North' }
  expect(heldFor([hold])).toBe(hold)
  expect(heldFor([hold, hold])).toEqual({ cause: 'held', holds: [hold, hold] })
  const kept: Hold = { ...hold, keepsItsRows: true }
  expect(explainKept(kept)).toEqual({
    reason: 'The source has no data rows.',
    fix: "Check the source; if it is correct, choose 'Copy anyway'.",
  })
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

const file = { id: '1AbC', title: 'Plan', end: 'source' } as const
const asked = { ...request, file }

testSentences<'held' | 'no_usable_account' | 'targets_failed'>({
  targets_failed: [
    [
      { targets: [{ value: 'South', failure: { cause: 'no_tab', file, tab: 'Data', tabs: [] } }], count: 1 },
      `1 target did not get its rows. "South": There is no tab named 'Data' in the source spreadsheet "Plan". Add a tab to it.`,
    ],
    [
      { targets: [{ value: 'South', failure: { cause: 'unexpected' } }], count: 12 },
      '12 targets did not get their rows. "South": Unexpected error. And 11 more targets. See the server log for details.',
    ],
  ],
  no_usable_account: [
    [
      {
        file,
        kind: 'write',
        rejected: [
          { account: 'a@example.com', failure: { cause: 'not_shared', ...asked } },
          { account: 'b@example.com', failure: { cause: 'not_shared', ...asked } },
        ],
      },
      'None of these accounts can edit the source spreadsheet "Plan": a@example.com, b@example.com. Share it with one of them as an Editor.',
    ],
  ],
  held: [
    [
      {
        holds: [
          { cause: 'source_shrank', rows: 1, lastRows: 900 },
          { cause: 'target_edited', count: 1, first: 'B7' },
        ],
      },
      "The source shrank from 900 rows to 1 row since the last successful run. 1 cell was edited by hand since the last run, B7. Nothing was written. Check the source; if it is correct, choose 'Copy anyway'. Check the target; to overwrite it, choose 'Copy anyway'.",
    ],
    [{ holds: [{ cause: 'columns_added', columns: ['Note'] }] }, 'The source has 1 new last column: "Note".'],
  ],
})
