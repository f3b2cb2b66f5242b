import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { NO_FILTER } from '../../../data/task-filter.ts'
import { filterFromSearch, filterTasks, isFiltering, pageFromSearch, searchWithFilter } from './task-filter.ts'

const tasks = [
  buildTaskReply({ id: 1, sync_task_type_id: 1, task_status: 'Running', source_sheet_name: 'Store 114 Stock' }),
  buildTaskReply({ id: 2, sync_task_type_id: 2, task_status: 'Running' }),
  buildTaskReply({ id: 3, sync_task_type_id: 1, task_status: 'Success', target_ss_name: 'Stock mirror' }),
]
const listIds = (filter: Partial<Parameters<typeof filterTasks>[1]>) =>
  filterTasks(tasks, { ...NO_FILTER, ...filter }).map(({ id }) => id)

test('an empty filter matches all tasks', () => {
  expect(listIds({})).toEqual([1, 2, 3])
})

test('a task must match type, status and name', () => {
  expect(listIds({ typeId: 1 })).toEqual([1, 3])
  expect(listIds({ typeId: 1, status: 'Running' })).toEqual([1])
  expect(listIds({ name: 'stock' })).toEqual([1, 3])
})

test('every word must occur in one of the names of the task', () => {
  expect(listIds({ name: ' STOCK  store ' })).toEqual([1])
})

test('a filter survives a round trip through the URL, keeps other parameters and goes to page 1', () => {
  const filter = {
    typeId: 3,
    status: 'Warning',
    warning: 'not_run',
    freshness: 'late',
    isActive: false,
    name: 'a & b',
  } as const
  const search = searchWithFilter(new URLSearchParams('page=2&from=home'), filter)
  expect(filterFromSearch(search)).toEqual(filter)
  expect(pageFromSearch(search)).toBe(1)
  expect(searchWithFilter(search, NO_FILTER).toString()).toBe('from=home')
})

test('a state of freshness finds the tasks that promise it', () => {
  const freshness = { state: 'late', seen_equal_at: null, due_at: '2026-01-15T09:00:00Z', cause: 'held' } as const
  const promised = [buildTaskReply({ id: 1, freshness }), buildTaskReply({ id: 2 })]
  const found = (state: 'late' | 'fresh') =>
    filterTasks(promised, { ...NO_FILTER, freshness: state }).map(({ id }) => id)
  expect(found('late')).toEqual([1])
  expect(found('fresh')).toEqual([])
  expect(isFiltering({ ...NO_FILTER, freshness: 'late' })).toBe(true)
})

test('inactive tasks are found by the filter of their count', () => {
  const toggled = [buildTaskReply({ id: 1, is_active: false }), buildTaskReply({ id: 2, is_active: true })]
  const found = (isActive: boolean) => filterTasks(toggled, { ...NO_FILTER, isActive }).map(({ id }) => id)
  expect(found(false)).toEqual([1])
  expect(found(true)).toEqual([2])
  expect(isFiltering({ ...NO_FILTER, isActive: false })).toBe(true)
  expect(filterFromSearch(new URLSearchParams('active=no'))).toEqual(NO_FILTER)
})

test('a filter of nothing but spaces leaves out no task', () => {
  expect(isFiltering({ ...NO_FILTER, name: '  ' })).toBe(false)
  expect(isFiltering({ ...NO_FILTER, name: ' a ' })).toBe(true)
})

test('the status is case-insensitive, and invalid values are ignored', () => {
  expect(filterFromSearch(new URLSearchParams('status=rUNNING')).status).toBe('Running')
  expect(filterFromSearch(new URLSearchParams('status=gone&type=x'))).toEqual(NO_FILTER)
})

test('a reason is only read, and written, with the status Warning', () => {
  expect(filterFromSearch(new URLSearchParams('warning=held'))).toEqual(NO_FILTER)
  const held = { ...NO_FILTER, status: 'Warning', warning: 'held' } as const
  expect(searchWithFilter(new URLSearchParams(), held).toString()).toBe('status=Warning&warning=held')
  expect(searchWithFilter(new URLSearchParams(), { ...held, status: 'Error' }).toString()).toBe('status=Error')
})

test('a reason tells held tasks from those whose run did not start', () => {
  const run = { id: 1, status: 'Warning', seconds: null } as const
  const hold = { id: 1, rules: [], since: '2026-01-15T09:00:00Z', accepted_at: null, accepted_by: null }
  const warned = [
    buildTaskReply({ id: 1, task_status: 'Warning', hold }),
    buildTaskReply({ id: 2, task_status: 'Warning', recent_runs: [{ ...run, started_at: null }] }),
    buildTaskReply({ id: 3, task_status: 'Warning', recent_runs: [{ ...run, started_at: '2026-01-15T09:00:00Z' }] }),
    buildTaskReply({ id: 4, task_status: 'Stopped', recent_runs: [{ ...run, started_at: null }] }),
  ]
  const warnedFor = (warning: 'held' | 'not_run' | 'other') =>
    filterTasks(warned, { ...NO_FILTER, status: 'Warning', warning }).map(({ id }) => id)
  expect(warnedFor('held')).toEqual([1])
  expect(warnedFor('not_run')).toEqual([2])
  expect(warnedFor('other')).toEqual([3])
})

test('a pasted link or an ID finds the tasks of the spreadsheet, and a part of an ID finds nothing', () => {
  const id = '1AbC-dEf_2'
  const ofFile = [
    buildTaskReply({ id: 1, source_ss_id: id }),
    buildTaskReply({ id: 2, target_ss_id: id }),
    buildTaskReply({ id: 3 }),
  ]
  const found = (name: string) => filterTasks(ofFile, { ...NO_FILTER, name }).map((task) => task.id)
  expect(found(id)).toEqual([1, 2])
  expect(found(`https://docs.google.com/spreadsheets/d/${id}/edit?gid=7#gid=7`)).toEqual([1, 2])
  expect(found('1AbC')).toEqual([])
})
