import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from './cell.ts'
import { type CellChange, changesIn, classifyChange, countChanges, splitIntoBlocks } from './change-block.ts'
import { diffRows } from './diff-rows.ts'
import { isEmptyEntry, isSameEntry } from './entered.ts'
import { packPatches } from './pack-patches.ts'
import { splitIntoSegments } from './patch.ts'

const anyCell = fc.constantFrom<Cell>(null, null, '', 'a', 'b', 0, 1, true)
const anyRows = fc.array(fc.array(anyCell, { maxLength: 20 }), { maxLength: 30 })

/** Returns the grid after undoing the changes. */
function undo(rows: readonly (readonly Cell[])[], changes: readonly CellChange[]): Cell[][] {
  const grid = rows.map((row) => [...row])
  for (const { row, column, before } of changes) {
    const cells = grid[row - 1] ?? []
    while (cells.length < column) cells.push(null)
    cells[column - 1] = before as Cell
    while (grid.length < row) grid.push([])
    grid[row - 1] = cells
  }
  return grid
}

function holdsSame(one: readonly (readonly Cell[])[], other: readonly (readonly Cell[])[]): boolean {
  return Array.from({ length: 40 }, (_, row) => row).every((row) =>
    Array.from({ length: 40 }, (_, at) => at).every((at) => isSameEntry(one[row]?.[at], other[row]?.[at])),
  )
}

test.each([1, 7, 1000])(
  'blocks of at most %i cells hold every change once, with what stood there before',
  (maxCells) => {
    fc.assert(
      fc.property(anyRows, anyRows, fc.boolean(), (source, target, isApart) => {
        const { fills, clears } = diffRows({ firstRow: 1, source, target })
        const patches = [...fills, ...clears].flatMap((patch) => (isApart ? splitIntoSegments(patch) : [patch]))
        const blocks = patches.flatMap((patch) => [...splitIntoBlocks(patch, { maxCells })])
        const changes = blocks.flatMap((block) => [...changesIn(block)])
        expect(new Set(changes.map(({ row, column }) => `${row} ${column}`)).size).toBe(changes.length)
        expect(holdsSame(undo(source, changes), target)).toBe(true)
        for (const change of changes) expect(isSameEntry(change.before, change.after)).toBe(false)
        for (const { after } of blocks) expect(after.length === 1 || after.flat().length <= maxCells).toBe(true)
      }),
    )
  },
)

test('the pieces of requests keep what stood in their cells before', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, anyRows, fc.integer({ min: 40, max: 400 }), async (source, target, payloadBytes) => {
      const { fills, clears } = diffRows({ firstRow: 1, source, target })
      const changes: CellChange[] = []
      const patches = (async function* () {
        yield* [...fills, ...clears]
      })()
      for await (const pieces of packPatches(patches, { payloadBytes, rangeBytes: 20 })) {
        for (const piece of pieces) {
          for (const block of splitIntoBlocks(piece, { maxCells: 1000 })) changes.push(...changesIn(block))
        }
      }
      expect(holdsSame(undo(source, changes), target)).toBe(true)
    }),
  )
})

test('changes are counted by kind and column', () => {
  fc.assert(
    fc.property(anyRows, anyRows, (source, target) => {
      const { fills, clears } = diffRows({ firstRow: 1, source, target })
      const blocks = [...fills, ...clears].flatMap((patch) => [...splitIntoBlocks(patch, { maxCells: 7 })])
      const changes = blocks.flatMap((block) => [...changesIn(block)])
      const { total, byColumn } = countChanges(blocks)
      const kinds = ['filled', 'changed', 'cleared'] as const
      for (const [at, kind] of kinds.entries()) {
        const ofKind = changes.filter((change) => classifyChange(change) === kind)
        expect(total[kind]).toBe(ofKind.length)
        for (const [column, counts] of Object.entries(byColumn)) {
          expect(counts[at]).toBe(ofKind.filter((change) => change.column === Number(column)).length)
        }
      }
    }),
  )
})

test.each([
  { before: null, after: 1, kind: 'filled' },
  { before: '', after: { formula: '=A1' }, kind: 'filled' },
  { before: 0, after: 1, kind: 'changed' },
  { before: { formula: '=A1' }, after: 1, kind: 'changed' },
  { before: 1, after: '', kind: 'cleared' },
] as const)('$before to $after is $kind', ({ before, after, kind }) => {
  expect(classifyChange({ before, after })).toBe(kind)
})

test.each([
  { one: null, other: '', same: true },
  { one: 1, other: '1', same: false },
  { one: '=A1', other: { formula: '=A1' }, same: false },
  { one: { formula: '=A1' }, other: { formula: '=A1' }, same: true },
  { one: '#N/A', other: "#N/A (Did not find value '7'.)", same: true },
  { one: '#N/A', other: '#REF!', same: false },
] as const)('$one and $other are the same entry: $same', ({ one, other, same }) => {
  expect(isSameEntry(one, other)).toBe(same)
  expect(isSameEntry(other, one)).toBe(same)
  expect(isEmptyEntry(one)).toBe(one === null)
})
