import { expect, test } from 'vitest'
import { taskCsvProblem } from './task-csv-file.ts'

test.each([
  ['tasks.csv', '', null],
  ['TASKS.CSV', 'application/vnd.ms-excel', null],
  ['tasks', 'text/csv', null],
  ['tasks.xlsx', 'application/vnd.ms-excel', 'Please select a CSV file'],
  ['tasks.csv.txt', 'text/plain', 'Please select a CSV file'],
])('%s of type "%s": %s', (name, type, problem) => {
  expect(taskCsvProblem({ name, type })).toBe(problem)
})
