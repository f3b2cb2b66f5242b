import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cell, isSameCell, rowWidth } from './cell.ts'
import { diffRows } from './diff-rows.ts'
import { createMoveFinder } from './find-moves.ts'
import { addGrowth, destinationOf, type Growth, type Move, outsideMoves } from './move.ts'
import { countCells, type Patch } from './patch.ts'

type Rows = Cell[][]

const trimmed = (rows: Rows) => rows.slice(0, rows.findLastIndex((row) => rowWidth(row) > 0) + 1)
const widthOf = (...tabs: Rows[]) => Math.max(1, ...tabs.flat().map(rowWidth))

/** The cells after the moves, which a provider applies one after the other. `rows` start at row 1. */
function applyMoves(rows: readonly (readonly Cell[])[], moves: readonly Move[]): Cell[][] {
  const moved = rows.map((row) => [...row])
  for (const move of moves) {
    const { from } = move
    const to = destinationOf(move)
    const copied = Array.from({ length: from.lastRow - from.firstRow + 1 }, (_, down) =>
      Array.from(
        { length: from.lastColumn - from.firstColumn + 1 },
        (__, right) => moved[from.firstRow - 1 + down]?.[from.firstColumn - 1 + right] ?? null,
      ),
    )
    for (const [down, cells] of copied.entries()) {
      const row = moved[to.firstRow - 1 + down] ?? []
      for (const [right, cell] of cells.entries()) row[to.firstColumn - 1 + right] = cell
      moved[to.firstRow - 1 + down] = row
    }
  }
  return moved
}

/** Compares block by block, as a run does. */
function planned(source: Rows, target: Rows, { blockRows = 4 } = {}) {
  const width = widthOf(source, target)
  const finder = createMoveFinder()
  const patches: Patch[] = []
  for (let first = 0; first < Math.max(source.length, target.length); first += blockRows) {
    const block = {
      firstRow: first + 1,
      source: trimmed(source.slice(first, first + blockRows)),
      target: trimmed(target.slice(first, first + blockRows)),
    }
    const { fills, clears } = diffRows(block)
    if (fills.length + clears.length === 0) continue
    patches.push(...fills, ...clears)
    finder.add({ ...block, width })
  }
  return { patches, candidates: finder.candidates({ firstColumn: 1, width }) }
}

function written(target: Rows, { moves, patches }: { moves: Move[]; patches: Patch[] }) {
  const rows = applyMoves(target, moves)
  const left = patches.flatMap((patch) => outsideMoves(patch, moves))
  for (const { row, column, cells } of left) {
    for (const [down, ofRow] of cells.entries()) {
      const held = rows[row - 1 + down] ?? []
      for (const [right, cell] of ofRow.entries()) if (cell !== null) held[column - 1 + right] = cell
      rows[row - 1 + down] = held
    }
  }
  return { rows, cells: left.reduce((sum, patch) => sum + countCells(patch), 0) }
}

function isSame(one: Rows, other: Rows): boolean {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, row) =>
    Array.from({ length: Math.max(one[row]?.length ?? 0, other[row]?.length ?? 0) }, (__, at) =>
      isSameCell(one[row]?.[at], other[row]?.[at]),
    ),
  )
    .flat()
    .every(Boolean)
}

const filled = (rows: Rows) => rows.flat().filter((cell) => !isSameCell(cell, '')).length

const anyCell = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<Cell>('', null, true, 'a', 1, '1') },
  { weight: 3, arbitrary: fc.nat(10_000) },
)
const anyRows = fc.array(fc.array(anyCell, { maxLength: 6 }), { maxLength: 30 })
const anyChange = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'move', 'insertColumn', 'deleteColumn', 'moveColumn', 'edit', 'sort'),
  at: fc.nat(30),
  to: fc.nat(30),
  count: fc.integer({ min: 1, max: 4 }),
})
type Change = typeof anyChange extends fc.Arbitrary<infer C> ? C : never

function changed(rows: Rows, { kind, at, to, count }: Change): Rows {
  const column = at % 7
  if (kind === 'insert') {
    return rows.toSpliced(at, 0, ...Array.from({ length: count }, (_, row) => [`new ${at} ${row}`, row]))
  }
  if (kind === 'delete') return rows.toSpliced(at, count)
  if (kind === 'move') return rows.toSpliced(at, count).toSpliced(to, 0, ...rows.slice(at, at + count))
  if (kind === 'insertColumn') return rows.map((row, down) => row.toSpliced(column, 0, `new ${down}`))
  if (kind === 'deleteColumn') return rows.map((row) => row.toSpliced(column, 1))
  if (kind === 'moveColumn') {
    return rows.map((row) => row.toSpliced(column, 1).toSpliced(to % 7, 0, ...row.slice(column, column + 1)))
  }
  if (kind === 'edit') return rows.map((row, down) => (down === at ? row.toSpliced(column, 1, `edited ${to}`) : row))
  return rows.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
}

test('whatever changed, moving and then writing what is left gives exactly the source', () => {
  const used = { rows: 0, columns: 0, forward: 0, back: 0, several: 0, shrinking: 0 }
  fc.assert(
    fc.property(
      anyRows,
      fc.array(anyChange, { maxLength: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, changes, blockRows) => {
        const source = changes.reduce(changed, rows)
        const { patches, candidates } = planned(source, rows, { blockRows })
        for (const moves of [[], ...candidates])
          expect(isSame(written(rows, { moves, patches }).rows, source)).toBe(true)
        for (const moves of candidates) {
          const growth: Growth = { moved: 0, written: 0 }
          for (const patch of patches) addGrowth(growth, patch, moves)
          const between = filled(applyMoves(rows, moves))
          expect(growth).toEqual({ moved: between - filled(rows), written: filled(source) - between })
          if (growth.moved < 0) used.shrinking += 1
          if (moves.some(({ from, toRow }) => from.firstRow !== toRow)) used.rows += 1
          if (moves.some(({ from, toColumn }) => from.firstColumn !== toColumn)) used.columns += 1
          if (moves.some(({ from, toRow }) => toRow > from.firstRow)) used.forward += 1
          if (moves.some(({ from, toRow }) => toRow < from.firstRow)) used.back += 1
          if (moves.length > 1) used.several += 1
        }
      },
    ),
    { numRuns: 2000 },
  )
  for (const [what, count] of Object.entries(used)) expect(count, what).toBeGreaterThan(0)
})

test('source and target that have little in common give exactly the source too', () => {
  fc.assert(
    fc.property(anyRows, anyRows, (source, target) => {
      const { patches, candidates } = planned(source, target)
      for (const moves of candidates) {
        expect(isSame(written(target, { moves, patches }).rows, source)).toBe(true)
      }
    }),
  )
})

const numbers = (rows: number, columns = 10): Rows =>
  Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, at) => row * 100 + at))

test('a row inserted at the top leaves its own cells to write', () => {
  const target = numbers(2000)
  const { patches, candidates } = planned([['new', 'row'], ...target], target, { blockRows: 500 })
  const [moves = []] = candidates
  expect(moves).toEqual([
    { from: { firstRow: 1, firstColumn: 1, lastRow: 2000, lastColumn: 10 }, toRow: 2, toColumn: 1 },
  ])
  expect(written(target, { moves, patches }).cells).toBe(10)
})

test('a column inserted leaves its own cells to write', () => {
  const target = numbers(2000)
  const source = target.map((row, down) => row.toSpliced(3, 0, `new ${down}`))
  const { patches, candidates } = planned(source, target, { blockRows: 500 })
  const [moves = []] = candidates
  expect(moves).toEqual([
    { from: { firstRow: 1, firstColumn: 4, lastRow: 2000, lastColumn: 10 }, toRow: 1, toColumn: 5 },
  ])
  expect(written(target, { moves, patches }).cells).toBe(2000)
})

test('rows deleted in the middle leave the cells below the last row to clear', () => {
  const target = numbers(2000)
  const { patches, candidates } = planned(target.toSpliced(700, 100), target, { blockRows: 500 })
  const [moves = []] = candidates
  expect(moves).toHaveLength(1)
  expect(written(target, { moves, patches }).cells).toBe(1000)
})

test('columns stay where rows in between are equal', () => {
  const target = [...numbers(4), [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3], [4, 4, 4, 4], ...numbers(8).slice(4)]
  const source = target.map((row, down) => (down > 3 && down < 8 ? row : [`new ${down}`, ...row]))
  const { candidates } = planned(source, target)
  expect(candidates.flat().filter(({ from, toColumn }) => from.firstColumn !== toColumn)).toEqual([])
})
