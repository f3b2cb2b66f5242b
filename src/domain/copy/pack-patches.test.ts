import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { jsonBytes } from './json-bytes.ts'
import { packPatches } from './pack-patches.ts'
import { countCells, type Patch } from './patch.ts'

const anyCell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const anyPatch: fc.Arbitrary<Patch> = fc.record({
  row: fc.integer({ min: 1, max: 1000 }),
  column: fc.integer({ min: 1, max: 50 }),
  cells: fc.array(fc.array(anyCell, { maxLength: 12 }), { minLength: 1, maxLength: 30 }),
})

async function pack(patches: Patch[], payloadBytes: number): Promise<Patch[][]> {
  const requests: Patch[][] = []
  async function* stream() {
    yield* patches
  }
  for await (const request of packPatches(stream(), { payloadBytes, rangeBytes: 20 })) requests.push(request)
  return requests
}

function placedCells(patches: Patch[]): string[] {
  return patches.flatMap((patch) =>
    patch.cells.flatMap((row, down) =>
      row.flatMap((cell, right) =>
        cell === null ? [] : [`${patch.row + down}:${patch.column + right}=${JSON.stringify(cell)}`],
      ),
    ),
  )
}

test('packing keeps every cell, its position and the order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPatch, { maxLength: 8 }), async (patches) => {
      const requests = await pack(patches, 4_000)
      expect(placedCells(requests.flat())).toEqual(placedCells(patches))
    }),
  )
})

test('no request is larger than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyPatch, { maxLength: 8 }), async (patches) => {
      for (const request of await pack(patches, 4_000)) {
        expect(new TextEncoder().encode(JSON.stringify(request.map((patch) => patch.cells))).length).toBeLessThan(4_000)
      }
    }),
  )
})

test('400,000 short cells fit into three requests', async () => {
  const cells = Array.from({ length: 40_000 }, () => Array<Cell>(10).fill('0012345'))
  const requests = await pack([{ row: 2, column: 1, cells }], 2_000_000)
  expect(requests).toHaveLength(3)
  expect(requests.flat().reduce((sum, patch) => sum + countCells(patch), 0)).toBe(400_000)
})

test('a row of many long cells is split between its cells', async () => {
  const cells = [Array<Cell>(100).fill('é'.repeat(50_000))]
  const requests = await pack([{ row: 1, column: 3, cells }], 2_000_000)
  expect(requests.length).toBeGreaterThan(4)
  expect(requests.flat().at(-1)).toMatchObject({ row: 1 })
})

test('the estimated JSON size of a row is never too low', () => {
  fc.assert(
    fc.property(fc.array(anyCell), (cells) => {
      const bytes = new TextEncoder().encode(JSON.stringify(cells)).length
      expect(jsonBytes(cells)).toBeGreaterThanOrEqual(bytes)
    }),
  )
})

test('an answer is at most about twice as large as the largest request', async () => {
  const patches = Array.from({ length: 40 }, (_, at) => ({
    row: 1 + at * 100,
    column: 1,
    cells: [[at]],
    skippedBytes: 1_000,
  }))
  const requests = await pack(patches, 4_000)
  expect(requests.flat()).toHaveLength(40)
  for (const request of requests) {
    expect(request.reduce((sum, patch) => sum + (patch.skippedBytes ?? 0), 0)).toBeLessThanOrEqual(8_000)
  }
})
