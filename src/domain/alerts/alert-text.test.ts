import { expect, test } from 'vitest'
import type { Failure } from '#domain/failures/failure.ts'
import { describeIncidents, describeRecovery, findAlertPage, mainKind } from './alert-text.ts'

const refused = { owner: 'configured', detail: '', clockAheadMinutes: null } as const
const REVOKED: Failure = { cause: 'access_ended', account: 'sync@example.com', ...refused }
const names = (count: number) => Array.from({ length: count }, (_, index) => `Task ${index + 1}`)

test.each([
  [['failed'], ['Invoices'], 'Invoices failed'],
  [['held'], ['Invoices'], 'Invoices was held'],
  [['late'], ['Invoices'], 'Invoices is late'],
  [['not_fresh'], ['Invoices'], 'Invoices is late'],
  [['no_success'], ['Invoices'], 'Invoices is late'],
  [['will_fail'], ['Invoices'], 'Invoices will fail at its next run'],
  [['failed'], names(2), '2 tasks failed: Access to Google Sheets for sync@example.com was revoked or has expired'],
  [['access'], [], 'Access to Google Sheets for sync@example.com was revoked or has expired'],
  [
    ['access', 'failed'],
    names(98),
    '98 tasks: Access to Google Sheets for sync@example.com was revoked or has expired',
  ],
] as const)('%j of %j', (kinds, taskNames, title) => {
  expect(describeIncidents({ kinds, taskNames, failures: [REVOKED] })).toMatchObject({
    title,
    reason: 'Access to Google Sheets for sync@example.com was revoked or has expired.',
    fix: 'Create new credentials for it.',
  })
})

test.each([
  [['failed'], ['Ledger 1 (Daily)'], 1, 'Ledger 1 (Daily) failed; 1 task did not run because of it'],
  [['failed'], ['Ledger 1 (Daily)'], 100, 'Ledger 1 (Daily) failed; 100 tasks did not run because of it'],
  [
    ['access', 'failed'],
    names(98),
    100,
    '98 tasks, and 100 tasks did not run: Access to Google Sheets for sync@example.com was revoked or has expired',
  ],
] as const)('%j of %j with %i tasks that did not run because of them', (kinds, taskNames, stoppedCount, title) => {
  expect(describeIncidents({ kinds, taskNames, stoppedCount, failures: [REVOKED] }).title).toBe(title)
})

test('several causes in one alert are counted, and one is named', () => {
  const failures: Failure[] = [{ cause: 'source_empty' }, REVOKED]
  expect(describeIncidents({ kinds: ['failed'], taskNames: names(31), failures })).toEqual({
    title: '31 tasks failed for 2 reasons',
    reason: 'One of them: The source has no data rows.',
    fix: "Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.",
  })
  const mixed = describeIncidents({ kinds: ['failed', 'held'], taskNames: names(3), failures })
  expect(mixed.title).toBe('3 tasks need attention for 2 reasons')
})

test('a file in the trash will not fail its task', () => {
  const failures: Failure[] = [{ cause: 'in_trash', file: { id: '1AbC', title: 'Sales', end: 'source' } }]
  const { title } = describeIncidents({ kinds: ['will_fail'], taskNames: ['Invoices'], failures })
  expect(title).toBe('Invoices: The source spreadsheet "Sales" is in the trash; Drive deletes it after 30 days')
})

test('a recovery names what had been wrong', () => {
  expect(
    describeRecovery({ kinds: ['failed', 'will_fail', 'failed'], taskNames: ['Invoices'], accounts: [] }),
  ).toMatchObject({
    title: 'Invoices recovered',
    reason: 'Before: failed, expected to fail.',
  })
  const ofAccess = { kinds: ['access'], taskNames: [] } as const
  expect(describeRecovery({ ...ofAccess, accounts: ['jo@example.com'] }).title).toBe(
    'Access works again: jo@example.com',
  )
  expect(describeRecovery({ ...ofAccess, accounts: [] }).title).toBe('Access works again: the refused credentials')
})

test('a title is never too long', () => {
  const failures: Failure[] = [{ cause: 'unknown', reason: 'x'.repeat(500) }]
  const { title } = describeIncidents({ kinds: ['failed'], taskNames: names(2), failures })
  expect(title).toHaveLength(200)
  expect(title).toMatch(/…$/)
})

test('lost access explains the failures that it caused', () => {
  expect(mainKind(['failed', 'access'])).toBe('access')
})

test.each([
  ['failed', [7], '/sync_tasks/7'],
  ['failed', [7, 8], '/'],
  ['held', [7, 8], '/sync_tasks?held=true'],
  ['late', [7, 8], '/sync_tasks'],
  ['not_fresh', [7, 8], '/sync_tasks?freshness=late'],
  ['access', [], '/settings/access'],
] as const)('an alert of %s about %j opens %s', (kind, taskIds, page) => {
  expect(findAlertPage({ kind, taskIds })).toBe(page)
})
