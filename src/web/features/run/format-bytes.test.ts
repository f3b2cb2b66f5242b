import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [0, '0 bytes'],
  [940, '940 bytes'],
  [1000, '1.0 kB'],
  [12_340, '12 kB'],
  [3_400_000, '3.4 MB'],
  [98_000_000, '98 MB'],
  [4_000_000_000_000, '4000 GB'],
])('%d bytes read as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
