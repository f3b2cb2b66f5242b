import { expect, test } from 'vitest'
import { compareSamples, findKeySample, findSample } from './compare-samples.ts'
import type { RowSample } from './source-profile.ts'

function rowSample(rows: Record<number, number[]>, changes: Partial<RowSample> = {}): RowSample {
  const keys = Object.keys(rows).map(Number)
  return { key: 1, isUnique: true, repeatedPercent: 0, keys, rows: Object.values(rows), isWhole: true, ...changes }
}

const profileWith = (...samples: RowSample[]) => ({ columns: [], repeatedPercent: 0, samples })
const last = rowSample({ 10: [10, 7], 20: [20, 8], 30: [30, 9] })

test.each<[string, RowSample, RowSample, { expected: number; present: number; columns: number[][] }]>([
  [
    'the same rows',
    last,
    last,
    {
      expected: 3,
      present: 3,
      columns: [
        [3, 0],
        [3, 0],
      ],
    },
  ],
  [
    'a value that changed',
    last,
    rowSample({ 10: [10, 7], 20: [20, 5], 30: [30, 9] }),
    {
      expected: 3,
      present: 3,
      columns: [
        [3, 0],
        [3, 1],
      ],
    },
  ],
  [
    'a value that vanished',
    last,
    rowSample({ 10: [10, 7], 20: [20], 30: [30, 9] }),
    {
      expected: 3,
      present: 3,
      columns: [
        [3, 0],
        [3, 1],
      ],
    },
  ],
  [
    'a value that is new',
    rowSample({ 10: [10, 0], 20: [20, 8] }),
    rowSample({ 10: [10, 7], 20: [20, 8] }),
    {
      expected: 2,
      present: 2,
      columns: [
        [2, 0],
        [2, 1],
      ],
    },
  ],
  [
    'cells that are empty in both',
    rowSample({ 10: [10], 20: [20, 8] }),
    rowSample({ 10: [10, 0], 20: [20, 8] }),
    {
      expected: 2,
      present: 2,
      columns: [
        [2, 0],
        [1, 0],
      ],
    },
  ],
  [
    'a row that is gone and a new one',
    last,
    rowSample({ 10: [10, 7], 15: [15, 1], 30: [30, 9] }),
    {
      expected: 3,
      present: 2,
      columns: [
        [2, 0],
        [2, 0],
      ],
    },
  ],
  [
    'rows that the sample of now has no room for',
    last,
    rowSample({ 15: [15, 1], 20: [20, 8] }, { isWhole: false }),
    {
      expected: 2,
      present: 1,
      columns: [
        [1, 0],
        [1, 0],
      ],
    },
  ],
])('sampled rows are compared: %s', (_what, before, now, { columns, ...counts }) => {
  const compared = compareSamples({ last: before, now, columns: [1, 2] })
  expect(compared).toEqual({ ...counts, columns: columns.map(([filled, changed]) => ({ filled, changed })) })
})

test('each column is compared with its place now, a missing one with empty cells', () => {
  const now = rowSample({ 10: [7, 10], 20: [8, 20], 30: [9, 30] })
  expect(compareSamples({ last, now, columns: [2, 1] }).columns).toEqual([
    { filled: 3, changed: 0 },
    { filled: 3, changed: 0 },
  ])
  expect(compareSamples({ last, now, columns: [0, 1] }).columns[0]).toEqual({ filled: 3, changed: 3 })
})

test('the key is the first column that is unique; numbers of rows are none', () => {
  const byNumber = rowSample({}, { key: 0 })
  const [second, third] = [rowSample({}, { key: 2, isUnique: false }), rowSample({}, { key: 3 })]
  expect(findKeySample(profileWith(byNumber, second, third))).toBe(third)
  expect(findKeySample(profileWith(byNumber, second))).toBeUndefined()
  expect(findSample(profileWith(byNumber, second, third), 2)).toBe(second)
  expect(findSample(profileWith(byNumber), 2)).toBeUndefined()
})
