import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { exampleTaskCsv, taskColumns } from './task-columns.ts'
import { unmark } from './text.ts'

test('the example has one task, with every column as it is documented', () => {
  const [header, ...rows] = parse(exampleTaskCsv())
  expect(header).toEqual(taskColumns.map(({ column }) => column))
  expect(rows).toEqual([taskColumns.map(({ example }) => example)])
})

test('the example is of a given task type, whatever its name', () => {
  const [header = [], row = []] = parse(exampleTaskCsv('=Every "day", early')) as string[][]
  expect(unmark(row[header.indexOf('task_type')] ?? '')).toBe('=Every "day", early')
})
