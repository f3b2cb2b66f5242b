import { expect, test } from 'vitest'
import { describeIncidents, describeRecovery, mainKind, pageOf, splitMessage } from './alert-text.ts'

const REVOKED =
  'Access to Google Sheets for sync@example.com was revoked or has expired. To restore it, connect it again.'
const names = (count: number) => Array.from({ length: count }, (_, index) => `Task ${index + 1}`)

test.each([
  [['failed'], ['Invoices'], 'Invoices failed'],
  [['held'], ['Invoices'], 'Invoices was held'],
  [['late'], ['Invoices'], 'Invoices is late'],
  [['no_success'], ['Invoices'], 'Invoices has not succeeded for too long'],
  [['will_fail'], ['Invoices'], 'Invoices will fail at its next run'],
  [['failed'], names(2), '2 tasks failed: Access to Google Sheets for sync@example.com was revoked or has expired'],
  [['access'], [], 'Access to Google Sheets for sync@example.com was revoked or has expired'],
  [
    ['access', 'failed'],
    names(98),
    '98 tasks: Access to Google Sheets for sync@example.com was revoked or has expired',
  ],
] as const)('%j of %j', (kinds, taskNames, title) => {
  expect(describeIncidents({ kinds, taskNames, messages: [REVOKED] })).toEqual({
    title,
    reason: 'Access to Google Sheets for sync@example.com was revoked or has expired.',
    cure: 'To restore it, connect it again.',
  })
})

test('several causes in one alert are counted, and one is named', () => {
  const messages = ['Not found. Check the link.', 'Too large.']
  expect(describeIncidents({ kinds: ['failed'], taskNames: names(31), messages })).toEqual({
    title: '31 tasks failed for 2 reasons',
    reason: 'One of them: Not found.',
    cure: 'Check the link.',
  })
  const mixed = describeIncidents({ kinds: ['failed', 'held'], taskNames: names(3), messages })
  expect(mixed.title).toBe('3 tasks need attention for 2 reasons')
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
  const { title } = describeIncidents({ kinds: ['failed'], taskNames: names(2), messages: ['x'.repeat(500)] })
  expect(title).toHaveLength(200)
  expect(title).toMatch(/…$/)
})

test.each([
  ['No spaces.After it', 'No spaces.After it', null],
  [
    'The file "a.b" of jo@example.com is gone. Check it. Or ask.',
    'The file "a.b" of jo@example.com is gone.',
    'Check it. Or ask.',
  ],
  ['', '', null],
])('%j is split into reason and cure', (message, reason, cure) => {
  expect(splitMessage(message)).toEqual({ reason, cure })
})

test('lost access explains the failures that it caused', () => {
  expect(mainKind(['failed', 'access'])).toBe('access')
})

test.each([
  ['failed', [7], '/sync_tasks/7'],
  ['failed', [7, 8], '/sync_tasks?status=Error'],
  ['held', [7, 8], '/sync_tasks'],
  ['access', [], '/settings/access'],
] as const)('an alert of %s about %j opens %s', (kind, taskIds, page) => {
  expect(pageOf({ kind, taskIds })).toBe(page)
})
