import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { diffRows } from '#domain/copy/diff-rows.ts'
import { createMoveFinder } from '#domain/copy/find-moves.ts'
import type { Patch } from '#domain/copy/patch.ts'
import { NEW_TAB, type TargetLayout } from '#server/sync/tabs/read-layouts.ts'
import { planMoves } from './plan-moves.ts'

const ROWS = 100
const cell = (row: number, length: number) => `${row}`.padEnd(length, '.')

async function* chunk(patches: Patch[]) {
  if (patches.length > 0) yield patches
}

/** A row was inserted at the top of a tab. */
async function plan({ length = 40_000, layout = {}, mayChangeOthers = false, last = [] }: Situation) {
  const rows = Array.from({ length: ROWS }, (_, row) => [cell(row, length)])
  const target = [...rows, ...last]
  const source = [['new', 'row'], ...rows]
  const found = createMoveFinder()
  found.add({ firstRow: 1, source, target, width: 2 })
  const { fills, clears } = diffRows({ firstRow: 1, source, target })
  const tab = { sheetId: 0, title: 'T', rowCount: ROWS + 1, columnCount: 2, isHidden: false }
  return await planMoves({
    found,
    target: { tabTitle: 'T', tab },
    layout: { ...NEW_TAB, ...layout },
    interference: { warnings: [], mayChangeOthers, overwritten: [] },
    changes: { fills: chunkAgain(fills), clears: chunkAgain(clears) },
    bounds: { lastColumn: 2, protectedAreas: [] },
    firstColumn: 1,
  })
}

interface Situation {
  length?: number
  layout?: Partial<TargetLayout>
  mayChangeOthers?: boolean
  /** The rows of the target below. */
  last?: Cell[][]
}

const chunkAgain = (patches: Patch[]) => ({ [Symbol.asyncIterator]: () => chunk(patches) })

test('what moved is not written', async () => {
  const planned = await plan({})
  expect(await plan({ last: [['one cell']] })).toBeDefined()
  expect(planned).toMatchObject({ movedCells: ROWS, moves: [{ toRow: 2 }] })
  const rest: Patch[] = []
  for await (const patches of planned?.rest.fills ?? []) rest.push(...patches)
  expect(rest).toEqual([{ row: 1, column: 1, cells: [['new', 'row']] }])
})

const area = { firstRow: 50, firstColumn: 1, lastRow: 50, lastColumn: 2 }

test.each<[string, Situation]>([
  ['takes no fewer requests', { length: 10 }],
  ['meets a merge', { layout: { merges: [area] } }],
  ['meets a table', { layout: { tables: [{ tableId: 't', name: 'T', area, typedColumns: [] }] } }],
  ['meets a protected area', { layout: { protectedAreas: [{ ...area, open: [] }] } }],
  ['meets a filter', { layout: { hasFilter: true } }],
  ['may change results of formulas', { mayChangeOthers: true }],
  ['overwrites more filled cells than it fills, before others are written', { last: [['two', 'cells']] }],
])('everything is written where a move %s', async (_why, situation) => {
  expect(await plan(situation)).toBeUndefined()
})
