import { expect, test } from 'vitest'
import { describeLimit } from './guard-words.ts'
import { isOver, limitOfColumn, limitOfRows } from './limits.ts'
import { type ColumnMeasures, NO_MEASURES } from './measures.ts'

interface Case {
  rulePercent?: number
  tolerance?: number
  type?: number
  usual?: number[]
}

test.each<[string, Case, string]>([
  ['the limit of the type', {}, '41 % lost, the limit is 30 %.'],
  [
    'the usual change is smaller',
    { usual: [4] },
    '41 % lost, the limit is 30 %; the largest change in the last ten runs was 4 %.',
  ],
  [
    'the largest usual change is larger',
    { usual: [4, 40, 7] },
    '41 % lost, the limit is 40 %; the largest change in the last ten runs was 40 %.',
  ],
  [
    'nothing usually changes',
    { usual: [0], tolerance: 40 },
    '41 % lost, the limit is 30 %; the largest change in the last ten runs was 0 %.',
  ],
  ["the rule's own limit is larger", { rulePercent: 90 }, '41 % lost, the limit is 90 %.'],
  ["the type's limit is larger than the rule's", { rulePercent: 90, type: 95 }, '41 % lost, the limit is 95 %.'],
  [
    'a sample needs tolerance',
    { usual: [35], tolerance: 10 },
    '41 % lost, the limit is 45 %; the largest change in the last ten runs was 35 %.',
  ],
  [
    'no limit is above 100 %',
    { usual: [95], tolerance: 10 },
    '41 % lost, the limit is 100 %; the largest change in the last ten runs was 95 %.',
  ],
])('%s', (_what, { type = 30, usual = [], ...rule }, sentence) => {
  const column = (lost: number): ColumnMeasures => ({
    column: 'Name',
    lost,
    changedKind: 0,
    collapsed: 0,
    moved: 0,
    newKeys: 0,
    scale: 1,
  })
  const measures = usual.map((percent) => ({ ...NO_MEASURES, lostRows: percent, columns: [column(percent)] }))
  const limits = { measures, lossPercent: type }
  const found = { percent: 41, ...rule }
  expect(describeLimit('lost', limitOfRows(limits, { ...found, of: ({ lostRows }) => lostRows }))).toBe(sentence)
  const ofColumn = limitOfColumn(limits, { ...found, column: 'Name', of: ({ lost }) => lost })
  expect(describeLimit('lost', ofColumn)).toBe(sentence)
})

test('a change as large as the limit is allowed', () => {
  expect(isOver({ percent: 30, limitPercent: 30 })).toBe(false)
  expect(isOver({ percent: 30.1, limitPercent: 30 })).toBe(true)
})
