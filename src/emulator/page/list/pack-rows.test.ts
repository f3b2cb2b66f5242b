import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PackedRows, packRows } from './pack-rows.ts'

async function packAll(rows: string[][], mostBytes: number): Promise<PackedRows[]> {
  const packages: PackedRows[] = []
  for await (const packed of packRows(rows, mostBytes)) packages.push(packed)
  return packages
}

test('the packages hold all rows in order, and none is larger than allowed', async () => {
  const anyRows = fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 5 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const packages = await packAll(rows, 400)
      expect(packages.flatMap(({ json }) => JSON.parse(json))).toEqual(rows)
      for (const { json, firstRow, rowCount, columnCount } of packages) {
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(400)
        const own = rows.slice(firstRow, firstRow + rowCount)
        expect(columnCount).toBe(Math.max(...own.map((row) => row.length)))
      }
    }),
  )
})

test('a row larger than a package is sent alone', async () => {
  const packages = await packAll([['a'], ['b'.repeat(500)], ['c']], 400)
  expect(packages.map(({ firstRow, rowCount }) => [firstRow, rowCount])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ])
})
