import { expect, test } from 'vitest'
import { describeLowDisk } from './describe-low-disk.ts'

test('little free space is said in gigabytes', () => {
  const lowDisk = { free_bytes: 812_345_678, total_bytes: 20_000_000_000 }
  expect(describeLowDisk(lowDisk)).toBe('The disk of the database is almost full: 0.81 GB of 20 GB are free.')
})
