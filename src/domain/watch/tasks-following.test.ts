import { expect, test } from 'vitest'
import { tasksFollowing } from './tasks-following.ts'

const task = (id: number, sources: string, targets: string) => ({
  id,
  sourceSsIds: sources.split('+'),
  targetSsIds: targets.split('+'),
})

test.each([
  ['a task alone', [task(1, 'a', 'b')], [1]],
  ['within one file', [task(1, 'a', 'a'), task(2, 'b', 'c')], [1]],
  ['a chain, downward only', [task(1, 'a', 'b'), task(2, 'b', 'c'), task(3, 'c', 'd'), task(4, 'z', 'a')], [1, 2, 3]],
  ['several sources', [task(1, 'a', 'b'), task(2, 'x+b', 'c'), task(3, 'x+y', 'd')], [1, 2]],
  ['several targets', [task(1, 'a', 'b+c'), task(2, 'c', 'd'), task(3, 'e', 'b')], [1, 2]],
  ['a loop', [task(1, 'a', 'b'), task(2, 'b', 'a'), task(3, 'a', 'c')], [1, 2, 3]],
])('%s', (_what, tasks, expected) => {
  const [first] = tasks
  expect(first && [...tasksFollowing(first, tasks)].sort()).toEqual(expected)
})
