import { expect, test } from 'vitest'
import { assertMove, canMove, isInProgress, mostSevere, type RunStatus } from './run-status.ts'

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

test('among several runs the most severe counts, and the last one if they are equally severe', () => {
  const run = (id: number, status: RunStatus) => ({ id, status })
  expect(mostSevere([run(1, 'Success'), run(2, 'Warning'), run(3, 'Warning'), run(4, 'Running')]).id).toBe(3)
})

test.each(statuses)('%s has a rank', (status) => {
  expect(mostSevere([{ status }, { status: 'Error' }]).status).toBe('Error')
})
