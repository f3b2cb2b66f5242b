import { expect, test } from 'vitest'
import type { Spreadsheet } from '../store/spreadsheets.ts'
import { parseFileQuery } from './file-query.ts'

const file: Spreadsheet = {
  id: '1',
  title: "Jon's Daily Ledger",
  locale: 'en_US',
  timeZone: 'Etc/GMT',
  autoRecalc: 'ON_CHANGE',
  mimeType: 'application/vnd.google-apps.spreadsheet',
  parent: 'reports',
  isTrashed: false,
  isStarred: true,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-02-01T12:00:00.000Z',
  modifiedBy: undefined,
}

test.each([
  ["name = 'Jon\\'s Daily Ledger'", true],
  ['name = "Jon\'s Daily Ledger"', true],
  ["name='Other'", false],
  ["name != 'Other'", true],
  ["name contains 'daily'", true],
  ["name contains 'aily'", false],
  ["mimeType='application/vnd.google-apps.spreadsheet' and trashed = false", true],
  ["mimeType = 'application/pdf' or name contains 'Ledger'", true],
  ['not trashed = true', true],
  ["(name = 'x' or name = 'y') and trashed=false", false],
  ["modifiedTime > '2026-01-31T00:00:00'", true],
  ["modifiedTime < '2026-01-31T00:00:00Z'", false],
  ['starred = true', true],
  ["'reports' in parents", true],
  ["'root' in parents", false],
  ["'someone@example.com' in owners", true],
])('%s', (query, matches) => {
  expect(parseFileQuery(query)(file)).toBe(matches)
})

test.each([
  'name',
  "name = 'x",
  "name ~ 'x'",
  "(name = 'x'",
  'size > 5',
  "name = 'x' name = 'y'",
  'and',
  '('.repeat(9999),
  'not '.repeat(9999),
  "modifiedTime > 'soon'",
  "name !'x'",
  "\\'".repeat(4000),
  `name = '${'a'.repeat(8192)}'`,
  '',
])('rejects %j', (query) => {
  expect(() => parseFileQuery(query)(file)).toThrow('Invalid Value')
})
