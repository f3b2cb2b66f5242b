import { expect, test } from 'vitest'
import { countLine } from './count-line.ts'

const TRIAL = { rows: 3376, matching_rows: 412, is_complete: true, missing: [] }

test.each([
  [{}, 0, '412 of 3,376 rows'],
  [{ is_complete: false }, 0, '412 of the first 3,376 rows'],
  [{ rows: 1, matching_rows: 0 }, 1, '0 of 1 row, without 1 unfinished condition'],
  [{ missing: ['Status', 'Due'] }, 2, 'The source has no column "Status", "Due".'],
])('%j, with %i unread conditions: %s', (trial, unread, line) =>
  expect(countLine({ ...TRIAL, ...trial }, unread)).toBe(line),
)
