import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { NO_FILTER } from '../../../data/task-filter.ts'
import { filterFromSearch, filterTasks, isFiltering, pageFromSearch, searchWithFilter } from './task-filter.ts'

const tasks = [
  buildTaskReply({ id: 1, sync_task_type_id: 1, task_status: 'Running', source_sheet_name: 'Store 114 Stock' }),
  buildTaskReply({ id: 2, sync_task_type_id: 2, task_status: 'Running' }),
  buildTaskReply({ id: 3, sync_task_type_id: 1, task_status: 'Success', target_ss_name: 'Stock mirror' }),
]
const idsOf = (filter: Partial<Parameters<typeof filterTasks>[1]>) =>
  filterTasks(tasks, { ...NO_FILTER, ...filter }).map(({ id }) => id)

test('an empty filter matches all tasks', () => {
  expect(idsOf({})).toEqual([1, 2, 3])
})

test('a task must match type, status and name', () => {
  expect(idsOf({ typeId: 1 })).toEqual([1, 3])
  expect(idsOf({ typeId: 1, status: 'Running' })).toEqual([1])
  expect(idsOf({ name: 'stock' })).toEqual([1, 3])
})

test('every word must occur in one of the names of the task', () => {
  expect(idsOf({ name: ' STOCK  store ' })).toEqual([1])
})

test('a filter survives a round trip through the URL, keeps other parameters and goes to page 1', () => {
  const filter = { typeId: 3, status: 'Failed', name: 'a & b' } as const
  const search = searchWithFilter(new URLSearchParams('page=2&from=home'), filter)
  expect(filterFromSearch(search)).toEqual(filter)
  expect(pageFromSearch(search)).toBe(1)
  expect(searchWithFilter(search, NO_FILTER).toString()).toBe('from=home')
})

test('a filter of nothing but spaces leaves out no task', () => {
  expect(isFiltering({ ...NO_FILTER, name: '  ' })).toBe(false)
  expect(isFiltering({ ...NO_FILTER, name: ' a ' })).toBe(true)
})

test('the status is case-insensitive, and invalid values are ignored', () => {
  expect(filterFromSearch(new URLSearchParams('status=rUNNING')).status).toBe('Running')
  expect(filterFromSearch(new URLSearchParams('status=gone&type=x'))).toEqual(NO_FILTER)
})
