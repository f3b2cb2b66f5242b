import { expect, test } from 'vitest'
import { countProblems, importStatus, importSummary, noCounts } from './summary.ts'

const nothing = { created: 0, updated: 0, unchanged: 0, failed: 0, errors: [] }
const problem = (row: number) => ({ row, message: 'Name is required' })

test.each([
  { counts: nothing, status: 'success', summary: 'The file has no tasks.' },
  { counts: { ...nothing, created: 12, updated: 3 }, status: 'success', summary: '12 tasks created, 3 updated.' },
  { counts: { ...nothing, created: 3, updated: 3 }, status: 'success', summary: '3 tasks created, 3 updated.' },
  {
    counts: { ...nothing, updated: 1, unchanged: 1, failed: 1, errors: [problem(4)] },
    status: 'partial_success',
    summary: '0 tasks created, 1 updated, 1 unchanged. 1 row skipped: row 4: Name is required',
  },
  { counts: { ...nothing, unchanged: 5 }, status: 'success', summary: '0 tasks created, 0 updated, 5 unchanged.' },
  {
    counts: { ...nothing, created: 1, failed: 1, errors: [problem(4)] },
    status: 'partial_success',
    summary: '1 task created, 0 updated. 1 row skipped: row 4: Name is required',
  },
  {
    counts: { ...nothing, failed: 5, errors: [problem(1), problem(2), problem(3), problem(4)] },
    status: 'error',
    summary:
      '0 tasks created, 0 updated. 5 rows skipped: row 1: Name is required; row 2: Name is required; row 3: Name is required; and 2 more',
  },
])('an import reports $status: $summary', ({ counts, status, summary }) => {
  expect(importStatus(counts)).toBe(status)
  expect(importSummary(counts, 'task')).toBe(summary)
})

test('all skipped rows are counted, and the first thousand are kept', () => {
  const counts = noCounts()
  countProblems(
    counts,
    Array.from({ length: 999 }, (_, at) => problem(at + 1)),
  )
  countProblems(counts, [problem(1000), problem(1001)])
  expect(counts.failed).toBe(1001)
  expect(counts.errors.map(({ row }) => row)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 1))
})
