import { expect, test } from 'vitest'
import { judgeMatches } from './matches-shrank.ts'
import { NO_MEASURES } from './measures.ts'

const limits = { measures: [], lossPercent: 30 }

test.each<[string, number, number | undefined, string[]]>([
  ['31 % fewer rows are held', 69, 100, ['matches_shrank']],
  ['30 % fewer rows are within the limit', 70, 100, []],
  ['5 rows are enough', 5, 10, ['matches_shrank']],
  ['4 rows are too few to ask about', 6, 10, []],
  ['5 rows of many are within the limit', 95, 100, []],
  ['as many rows as before', 100, 100, []],
  ['more rows than before', 200, 100, []],
  ['new conditions have nothing to compare with', 1, undefined, []],
  ['no row is held whatever was before', 0, 1, ['no_row_matches']],
  ['no row at the first copy with these conditions', 0, undefined, ['no_row_matches']],
  ['no row was accepted before', 0, 0, []],
])('conditions: %s', (_what, rows, lastRows, expected) => {
  const holds = judgeMatches({ rows, lastRows, sourceRows: 500 }, limits)
  expect(holds.map(({ cause }) => cause)).toEqual(expected)
})

test('a source without rows is no matter of its conditions', () => {
  expect(judgeMatches({ rows: 0, lastRows: 100, sourceRows: 0 }, limits)).toEqual([])
})

test('a hold says how many rows are left of how many, and whether hidden rows count as left out', () => {
  const limit = { percent: 60, limitPercent: 30 }
  const shrank = { cause: 'matches_shrank', rows: 40, lastRows: 100, limit }
  const matches = { rows: 40, lastRows: 100, sourceRows: 500 }
  expect(judgeMatches(matches, limits)).toEqual([shrank])
  expect(judgeMatches({ ...matches, skipsHidden: true }, limits)).toEqual([{ ...shrank, skipsHidden: true }])
  const none = { cause: 'no_row_matches', sourceRows: 500 }
  expect(judgeMatches({ ...matches, rows: 0 }, limits)).toEqual([none])
  expect(judgeMatches({ ...matches, rows: 0, skipsHidden: true }, limits)).toEqual([{ ...none, skipsHidden: true }])
})

test('what the task usually loses, or what the type allows, is not held, but no row at all is', () => {
  const shrank = (lostRows: number, lossPercent: number) =>
    judgeMatches(
      { rows: 40, lastRows: 100, sourceRows: 500 },
      { measures: [{ ...NO_MEASURES, lostRows }], lossPercent },
    )
  expect(shrank(59, 30)).toHaveLength(1)
  expect(shrank(60, 30)).toEqual([])
  expect(shrank(0, 100)).toEqual([])
  expect(judgeMatches({ rows: 0, lastRows: 100, sourceRows: 500 }, { measures: [], lossPercent: 100 })).toHaveLength(1)
})
