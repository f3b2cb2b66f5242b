import { expect, test } from 'vitest'
import { typeCsvProblem, typeExportName } from './type-csv-file.ts'

const TEN_MEGABYTES = 10 * 1024 * 1024

test.each([
  ['types.csv', TEN_MEGABYTES, null],
  ['TYPES.CSV', 0, null],
  ['types.xlsx', 10, 'Please select a CSV file'],
  ['csv', 10, 'Please select a CSV file'],
  ['types.csv', TEN_MEGABYTES + 1, 'File size must be less than 10MB'],
])('%s of %d bytes: %s', (name, size, problem) => {
  expect(typeCsvProblem({ name, size })).toBe(problem)
})

test('an export is named after its time, as digits', () => {
  expect(typeExportName(new Date('2026-03-08T02:05:09.123Z'))).toBe('sync_task_types_export_20260308020509123.csv')
})
