import { expect, test } from 'vitest'
import { runCounts } from '#contract/run-figures.ts'
import { addCounts, countFields, NO_COUNTS, pickCounts, shownCounts } from './run-counts.ts'

const counts = { ...NO_COUNTS, cellsChanged: 1200 }

test('a count has one name, which replies write in snake_case', () => {
  expect(countFields(counts)).toMatchObject({ cells_changed: 1200 })
  expect(Object.keys(countFields(counts))).toEqual(runCounts.map(({ name }) => name))
})

test('the counts of two passes add up, and are picked from what else is known', () => {
  expect(addCounts(counts, { ...NO_COUNTS, cellsChanged: 3 })).toMatchObject({ cellsChanged: 1203 })
  expect(pickCounts({ ...counts, ...{ rows: 7 } })).toEqual(counts)
})

test('counts are shown in order; those that are rarely above 0 only when they are', () => {
  expect(shownCounts(countFields(counts))[0]).toEqual({
    label: 'Cells changed',
    value: 1200,
    text: '1,200 cells changed',
  })
  const always = runCounts.filter(({ isRare }) => !isRare).map(({ label }) => label)
  expect(shownCounts(countFields(NO_COUNTS)).map(({ label }) => label)).toEqual(always)
})
