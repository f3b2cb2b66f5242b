import { expect, test } from 'vitest'
import { assertMove, isInProgress, mayMove, type RunStatus } from './run-status.ts'

const statuses: RunStatus[] = ['Queued', 'Running', 'Failed', 'Stopping', 'Stopped', 'Success', 'Warning', 'Error']

test.each([
  ['Queued', 'Running'],
  ['Queued', 'Stopped'],
  ['Queued', 'Warning'],
  ['Running', 'Failed'],
  ['Failed', 'Running'],
  ['Running', 'Stopping'],
  ['Stopping', 'Stopped'],
] as const)('a run may go from %s to %s', (from, to) => {
  expect(mayMove({ from, to })).toBe(true)
})

test('a run that is Stopping can only become Stopped', () => {
  expect(statuses.filter((to) => mayMove({ from: 'Stopping', to }))).toEqual(['Stopped'])
})

test.each(['Stopped', 'Success', 'Warning', 'Error'] as const)('a run that ended in %s stays so', (from) => {
  expect(statuses.filter((to) => mayMove({ from, to }))).toEqual([])
  expect(isInProgress(from)).toBe(false)
})

test.each(['Queued', 'Running', 'Failed', 'Stopping'] as const)('a run that is %s is in progress', (status) => {
  expect(isInProgress(status)).toBe(true)
})

test('a task that was never run is not in progress', () => {
  expect(isInProgress('Pending')).toBe(false)
})

test('a move that is not in the table is refused as a bug', () => {
  expect(() => assertMove({ from: 'Success', to: 'Running' })).toThrow('from Success to Running')
})
