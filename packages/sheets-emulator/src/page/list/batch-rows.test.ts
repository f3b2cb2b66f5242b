import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchRows, type RowBatch } from './batch-rows.ts'

async function batchAll(rows: string[][], maxBytes: number): Promise<RowBatch[]> {
  const batches: RowBatch[] = []
  for await (const batch of batchRows(rows, maxBytes)) batches.push(batch)
  return batches
}

test('the batches contain all rows in order, and none exceeds the limit', async () => {
  const anyRows = fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 5 }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(anyRows, async (rows) => {
      const batches = await batchAll(rows, 400)
      expect(batches.flatMap(({ json }) => JSON.parse(json))).toEqual(rows)
      for (const { json, firstRow, rowCount, columnCount } of batches) {
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(400)
        const own = rows.slice(firstRow, firstRow + rowCount)
        expect(columnCount).toBe(Math.max(...own.map((row) => row.length)))
      }
    }),
  )
})

test('a row over the limit gets a batch of its own', async () => {
  const batches = await batchAll([['a'], ['b'.repeat(500)], ['c']], 400)
  expect(batches.map(({ firstRow, rowCount }) => [firstRow, rowCount])).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ])
})
