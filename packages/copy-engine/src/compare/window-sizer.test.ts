import { expect, test } from 'vitest'
import { createWindowSizer } from './window-sizer.ts'

test('windows grow by whole chunks until responses come close to the limit', () => {
  const sizer = createWindowSizer({ chunkRows: 2000, columns: 10 })
  const sizes: number[] = []
  for (let window = 0; window < 4; window += 1) {
    sizes.push(sizer.rows)
    sizer.record({ rows: sizer.rows, bytes: sizer.rows * 95 })
  }
  expect(sizes).toEqual([2000, 16_000, 18_000, 18_000])
})

test('a chunk too large for one response is read in parts', () => {
  const sizer = createWindowSizer({ chunkRows: 2000, columns: 10 })
  sizer.record({ rows: 2000, bytes: 2000 * 10_000 })
  expect(sizer.rows).toBe(180)
  sizer.record({ rows: 180, bytes: 180 * 5_000_000 })
  expect(sizer.rows).toBe(1)
})

test('empty rows are skipped in large but bounded windows', () => {
  const sizer = createWindowSizer({ chunkRows: 1000, columns: 26 })
  for (let window = 0; window < 5; window += 1) sizer.record({ rows: sizer.rows, bytes: 0 })
  expect(sizer.rows).toBe(50_000)
})

test('the first window of a very wide tab has few rows', () => {
  expect(createWindowSizer({ chunkRows: 1000, columns: 18_278 }).rows).toBe(1)
})

test('windows without chunks start at a size that fits any tab and grow row by row', () => {
  const sizer = createWindowSizer({ columns: 10 })
  expect(sizer.rows).toBe(3_000)
  sizer.record({ rows: 3_000, bytes: 3_000 * 95 })
  expect(sizer.rows).toBe(18_947)
})
