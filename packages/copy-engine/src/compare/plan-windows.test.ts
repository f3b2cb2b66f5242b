import { expect, test } from 'vitest'
import { blockRowsFor, planByMemory, planByResponses, type WindowPlan } from './plan-windows.ts'

/** Maximum size of a window in these tests: the first window knows only the first rows. */
const MAX_WINDOW_BYTES = 8_000_000

function all(plan: WindowPlan, bytesPerRow = 0): [number, number][] {
  const windows: [number, number][] = []
  for (let window = plan.next(); window; window = plan.next()) {
    windows.push([window.firstRow, window.lastRow])
    plan.record(window, { bytes: bytesPerRow * (window.lastRow - window.firstRow + 1) })
  }
  return windows
}

/** The memory of a tab of this many rows, with blocks of these sizes. */
function memory(rowCount: number, blockRows: number, bytes: number[]) {
  const tab = { sheetId: 0, title: 'Sheet1', rowCount, columnCount: 3, isHidden: false }
  const end = { spreadsheet: { id: 'id', title: 'Title', locale: 'en_US', tabs: [tab], otherTabs: [] }, tab }
  return { source: end, target: end, blockRows, header: '', digests: bytes.map(String), bytes, rows: [], widths: [] }
}

test('windows end with a block and come close to the limit', () => {
  const size = { headerRow: 1, startRow: 2, blockRows: 1000, columns: 10, lastGridRow: 50_001 }
  const plan = planByResponses({ ...size, sample: { bytes: 90, columns: 10 } })
  expect(plan.depth).toBe(1)
  expect(all(plan, 90)).toEqual([
    [1, 10_001],
    [10_002, 30_001],
    [30_002, 50_001],
  ])
  expect(plan.depth).toBe(2)
})

test('the first rows bound the first window, so that long cells do not fill the memory', () => {
  const size = { headerRow: 1, startRow: 2, columns: 1, lastGridRow: 2000, blockRows: blockRowsFor(2000, undefined) }
  const sample = { bytes: 49_000, columns: 1 }
  expect(all(planByResponses({ ...size, sample, blockRows: blockRowsFor(2000, sample) }), 49_000)[0]).toEqual([1, 19])
})

test('the sizes of the last run fill windows, and the last one reaches past the grid', () => {
  const plan = planByMemory(memory(40_001, 1000, Array(40).fill(90_000)), { headerRow: 1, startRow: 2 })
  expect(all(plan)).toEqual([
    [1, 22_001],
    [22_002, 41_001],
  ])
})

test('a block too large for one response is read in parts', () => {
  const plan = planByMemory(memory(1001, 1000, [5_000_000]), { headerRow: 1, startRow: 2 })
  expect(all(plan)).toEqual([
    [1, 335],
    [336, 669],
    [670, 2001],
  ])
})

test('rows of the target that are larger than the samples of the source foresee do not fill the memory', () => {
  const size = { headerRow: 1, startRow: 2, blockRows: 1000, columns: 10, lastGridRow: 200_001 }
  const sampled = { title: 'Source', rowCount: 200_001 }
  for (const sampleBytes of [0, 40 * 10]) {
    const plan = planByResponses({ ...size, sample: { bytes: 90, columns: 10 }, sampled })
    for (let window = plan.next(); window; window = plan.next()) {
      const bytes = 500 * (window.lastRow - window.firstRow + 1)
      expect(bytes).toBeLessThan(MAX_WINDOW_BYTES)
      plan.record(window, { bytes, sampleBytes: window.samples?.map(() => sampleBytes) })
    }
  }
})
