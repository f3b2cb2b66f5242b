import { expect, test } from 'vitest'
import { createWindowSizer } from './window-sizer.ts'

test('windows grow by whole chunks until answers have the advised size', () => {
  const sizer = createWindowSizer({ chunkRows: 2000, columns: 10 })
  const sizes: number[] = []
  for (let window = 0; window < 4; window += 1) {
    sizes.push(sizer.rows)
    sizer.measured({ rows: sizer.rows, bytes: sizer.rows * 95 })
  }
  expect(sizes).toEqual([2000, 16_000, 18_000, 18_000])
})

test('rows too long for a whole chunk are read in parts of one', () => {
  const sizer = createWindowSizer({ chunkRows: 2000, columns: 10 })
  sizer.measured({ rows: 2000, bytes: 2000 * 10_000 })
  expect(sizer.rows).toBe(180)
  sizer.measured({ rows: 180, bytes: 180 * 5_000_000 })
  expect(sizer.rows).toBe(1)
})

test('empty rows are passed in large steps, but bounded ones', () => {
  const sizer = createWindowSizer({ chunkRows: 1000, columns: 26 })
  for (let window = 0; window < 5; window += 1) sizer.measured({ rows: sizer.rows, bytes: 0 })
  expect(sizer.rows).toBe(50_000)
})

test('a very wide tab begins with few rows', () => {
  expect(createWindowSizer({ chunkRows: 1000, columns: 18_278 }).rows).toBe(1)
})
