import { expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { importFailure, importOutcome } from './import-outcome.ts'

test.each([
  ['success', { kind: 'success', text: '3 created' }],
  ['partial_success', { kind: 'warning', text: '3 created' }],
  ['error', { kind: 'error', text: 'Import failed: 3 created' }],
  ['SUCCESS', { kind: 'success', text: '3 created' }],
  ['', { kind: 'warning', text: 'Import completed with unknown status' }],
  ['paused', { kind: 'warning', text: 'Import completed with unknown status' }],
])('outcome of an import with status %s', (status, outcome) => {
  expect(importOutcome({ status, message: '3 created' })).toEqual(outcome)
})

test.each([
  ['success', 'Import completed'],
  ['partial_success', 'Some rows could not be imported'],
  ['error', 'Import failed'],
  ['paused', 'Import completed with unknown status'],
])('outcome of an import with status %s without a message', (status, text) => {
  expect(importOutcome({ status, message: '' }).text).toBe(text)
})

test("a rejected import shows the server's reason", () => {
  const refused = new CallError({ status: 400, serverMessage: { message: 'The file has no header row' } })
  expect(importFailure(refused).text).toBe('Import failed: The file has no header row')
})

test('an import without a readable response shows the HTTP status', () => {
  const silent = new CallError({ status: 502 })
  expect(importFailure(silent).text).toBe('Import failed: Server error: 502')
})
