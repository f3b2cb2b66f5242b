import { expect, test } from 'vitest'
import { buildJudgedRows } from '#tests/support/build-judged-rows.ts'
import { type Baseline, findKeyColumn } from './baseline.ts'
import { changingHeadersAfter } from './changing-headers.ts'
import { compareHeaders } from './compare-headers.ts'
import type { Hold } from './guards.ts'

const rows = ['a', 'a', 'b'].map((group, at) => [group, `K${at}`])

function baseline(changes: Partial<Baseline> = {}): Baseline {
  const tab = { sheetId: 1, title: 'Data' }
  const { last: profile } = buildJudgedRows(rows, rows, { header: ['Group', 'ID'] })
  return { source: tab, target: tab, startRow: 1, header: ['Group', 'ID'], rows: 3, width: 2, profile, ...changes }
}

function columnsChanged(last: string[], now: string[]): Hold[] {
  const change = compareHeaders({ last, now, changing: [] })
  return change ? [{ cause: 'columns_changed', ...change }] : []
}

test.each<[string, number[], Hold[], number[]]>([
  ['renamed ones', [], columnsChanged(['A', 'B', 'C'], ['A', 'N', 'M']), [2, 3]],
  ['one more than before', [3], columnsChanged(['A', 'B', 'C'], ['N', 'B', 'C']), [1, 3]],
  ['in their order', [10, 9], columnsChanged(['A', 'B', 'C'], ['A', 'N', 'C']), [2, 9, 10]],
  ['none beside columns that moved', [], columnsChanged(['A', 'B', 'C'], ['N', 'C', 'B']), []],
  ['none where one is missing', [], columnsChanged(['A', 'B', 'C'], ['N', 'B']), []],
  ['those of before after another hold', [2], [{ cause: 'source_empty' }], [2]],
])('header cells that a person let change count by their position: %s', (_what, before, accepted, expected) => {
  expect(changingHeadersAfter(baseline({ changingHeaders: before }), accepted)).toEqual(expected)
})

test('header cells that changed are known although nothing was before', () => {
  expect(changingHeadersAfter(undefined, columnsChanged(['A'], ['N']))).toEqual([1])
})

test('the next copy samples its rows by the key of the last one', () => {
  expect(findKeyColumn(baseline())).toBe(2)
  expect(findKeyColumn(undefined)).toBeUndefined()
  const profile = { columns: [], repeatedPercent: 0, samples: [] }
  expect(findKeyColumn(baseline({ profile }))).toBeUndefined()
})
