import { expect, test } from 'vitest'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { groupByType } from '../../../data/commands/task-groups.ts'
import { cardRows, columnsIn } from './card-rows.ts'

test('cards are laid out in rows below the header of their group', () => {
  const tasks = [1, 2, 3].map((id) => buildTaskReply({ id }))
  const rows = cardRows(groupByType(tasks, tasks), 2)
  expect(rows.map((row) => (row.kind === 'header' ? row.group.typeName : row.tasks.map(({ id }) => id)))).toEqual([
    'Type 1',
    [1, 2],
    [3],
  ])
})

test.each([
  [300, 1],
  [691, 1],
  [692, 2],
  [1200, 3],
])('%d px fit %d cards', (width, columns) => {
  expect(columnsIn(width)).toBe(columns)
})
