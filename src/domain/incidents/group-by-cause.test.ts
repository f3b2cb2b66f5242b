import { expect, test } from 'vitest'
import type { Failure } from '#domain/failures/failure.ts'
import { groupByCause, groupWith, type TasksInNeed } from './group-by-cause.ts'

const refused = { owner: 'configured', detail: '', clockAheadMinutes: null } as const
const revoked = (account: string): Failure => ({ cause: 'access_ended', account, ...refused })
const notRun = (id: number, name = `Task ${id}`): Failure => ({
  cause: 'not_run',
  task: { id, name, type: 'Daily' },
  status: 'Error',
})
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 4, minute))
const failed = (taskIds: number[], failure: Failure | null, minute = 0): TasksInNeed => {
  return { reason: 'failed', failure, taskIds, since: at(minute) }
}
const stopped = (taskIds: number[], failure: Failure): TasksInNeed => {
  return { reason: 'not_run', failure, taskIds, since: at(9) }
}
const ids = (found: TasksInNeed[]) => groupByCause(found).map(({ taskIds, stoppedIds }) => [taskIds, stoppedIds])

test('tasks with one problem are one group, however its facts are worded', () => {
  expect(
    ids([
      failed([1], revoked('a@example.com')),
      failed([2, 3], { ...revoked('a@example.com'), detail: 'invalid_grant' } as Failure, 5),
      failed([4], revoked('b@example.com')),
    ]),
  ).toEqual([
    [[2, 3, 1], []],
    [[4], []],
  ])
})

test('tasks that did not run belong to the failure of their prerequisite, also after it was renamed', () => {
  expect(
    ids([stopped([5, 6], notRun(1)), failed([1], revoked('a@example.com')), stopped([7], notRun(1, 'Renamed'))]),
  ).toEqual([[[1], [5, 6, 7]]])
})

test('tasks that did not run are a group of their own once their prerequisite needs nobody', () => {
  const groups = groupByCause([stopped([5, 6], notRun(1)), failed([2], revoked('a@example.com'))])
  expect(groups.map(({ reason, taskIds }) => [reason, taskIds])).toEqual([
    ['failed', [2]],
    ['not_run', [5, 6]],
  ])
})

test('warnings of which only the log knows more stay apart, and runs that take too long do not', () => {
  expect(
    ids([
      { reason: 'warning', failure: null, taskIds: [1, 2], since: at(0) },
      { reason: 'stuck', failure: null, taskIds: [3, 4], since: at(0) },
      { reason: 'held', failure: { cause: 'source_shrank', rows: 1, lastRows: 9 }, taskIds: [5, 6], since: at(0) },
    ]),
  ).toEqual([
    [[3, 4], []],
    [[5], []],
    [[6], []],
    [[1], []],
    [[2], []],
  ])
})

test('of equally urgent groups, the one with the most effects comes first', () => {
  expect(
    ids([
      failed([1, 2], revoked('a@example.com'), 5),
      failed([3], revoked('b@example.com')),
      stopped([4, 5], notRun(3)),
    ]),
  ).toEqual([
    [[3], [4, 5]],
    [[1, 2], []],
  ])
})

test('a task leads to its group: as one that failed, did not run, or stopped others', () => {
  const groups = groupByCause([failed([1], revoked('a@example.com')), stopped([4], notRun(1)), stopped([5], notRun(9))])
  const idsWith = (taskId: number) => groupWith(groups, taskId)?.taskIds
  expect([1, 4, 5, 9, 7].map(idsWith)).toEqual([[1], [1], [5], [5], undefined])
})
