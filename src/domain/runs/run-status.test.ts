import { expect, test } from 'vitest'
import { assertMove, canMove, isInProgress, type RunStatus } from './run-status.ts'

const statuses: RunStatus[] = ['Queued', 'Running', 'Failed', 'Stopping', 'Stopped', 'Success', 'Warning', 'Error']

test.each([
  ['Queued', 'Running'],
  ['Queued', 'Stopped'],
  ['Queued', 'Warning'],
  ['Running', 'Failed'],
  ['Failed', 'Running'],
  ['Running', 'Stopping'],
  ['Stopping', 'Stopped'],
] as const)('a run can move from %s to %s', (from, to) => {
  expect(canMove({ from, to })).toBe(true)
})

test('a Stopping run can only become Stopped', () => {
  expect(statuses.filter((to) => canMove({ from: 'Stopping', to }))).toEqual(['Stopped'])
})

test.each(['Stopped', 'Success', 'Warning', 'Error'] as const)('a run that ended in %s cannot move', (from) => {
  expect(statuses.filter((to) => canMove({ from, to }))).toEqual([])
  expect(isInProgress(from)).toBe(false)
})

test.each(['Queued', 'Running', 'Failed', 'Stopping'] as const)('a %s run is in progress', (status) => {
  expect(isInProgress(status)).toBe(true)
})

test('a task that has never run is not in progress', () => {
  expect(isInProgress('Pending')).toBe(false)
})

test('a move that is not in the table throws', () => {
  expect(() => assertMove({ from: 'Success', to: 'Running' })).toThrow('from Success to Running')
})
