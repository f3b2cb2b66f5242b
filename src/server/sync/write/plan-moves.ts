import { overlaps } from '#domain/copy/area.ts'
import type { MoveFinder } from '#domain/copy/find-moves.ts'
import { addGrowth, destinationOf, type Growth, type Move, outsideMoves } from '#domain/copy/move.ts'
import { countCells, type Patch } from '#domain/copy/patch.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import { type Bounds, type Changes, patchesIn } from '#server/sync/compare/changes.ts'
import type { Interference } from '#server/sync/compare/find-interference.ts'
import type { TargetLayout } from '#server/sync/tabs/read-layouts.ts'
import type { Target } from '#server/sync/tabs/resolve-tabs.ts'
import { requestsOf } from './write-changes.ts'

/** Cells that the target already has at another place, and those that are still to write once they were moved. */
export interface MovePlan {
  moves: readonly Move[]
  rest: Changes
  /** Cells that change by a move. */
  movedCells: number
}

interface MoveOptions {
  found: MoveFinder
  target: Pick<Target, 'tabTitle'> & { tab: Tab }
  layout: TargetLayout
  interference: Interference
  changes: Changes
  bounds: Bounds
  firstColumn: number
}

/** Maximum share of the cells to write that may remain. */
const MAX_REMAINING = 0.5

/**
 * Moves pay if they save at least half of the cells to write and take no more requests. Where something in the target may
 * prevent a cell from taking the value that is pasted, everything is written.
 */
export async function planMoves(options: MoveOptions): Promise<MovePlan | undefined> {
  const { target, layout, interference, changes, bounds, firstColumn } = options
  if (interference.mayChangeOthers || layout.hasFilter) return undefined
  const candidates = options.found.candidates({ firstColumn, width: bounds.lastColumn })
  const usable = candidates.filter((moves) => moves.every((move) => isUnhindered(move, { target, layout })))
  if (usable.length === 0) return undefined
  const sizeOf = (cells: Changes) => measure({ tabTitle: target.tabTitle, changes: cells, bounds })
  const all = await sizeOf(changes)
  let best: { plan: MovePlan; cells: number } | undefined
  for (const moves of usable) {
    const rest = changesOutside(changes, moves)
    const { cells, requests } = await sizeOf(rest)
    const pays = cells <= MAX_REMAINING * all.cells && requests + 1 <= all.requests
    if (!pays || cells >= (best?.cells ?? Infinity)) continue
    if (!(await emptiesTarget({ changes, bounds, moves })))
      best = { plan: { moves, rest, movedCells: all.cells - cells }, cells }
  }
  return best?.plan
}

function isUnhindered(move: Move, { target: { tab }, layout }: Pick<MoveOptions, 'target' | 'layout'>): boolean {
  const areas = [move.from, destinationOf(move)]
  const obstacles = [...layout.merges, ...layout.tables.map(({ area }) => area), ...layout.protectedAreas]
  return areas.every(
    (area) =>
      area.lastRow <= tab.rowCount &&
      area.lastColumn <= tab.columnCount &&
      !obstacles.some((obstacle) => overlaps(area, obstacle)),
  )
}

/** Whether the target would have fewer filled cells between the moves and the writes than both before and after. */
async function emptiesTarget({
  changes,
  bounds,
  moves,
}: Pick<MoveOptions, 'changes' | 'bounds'> & { moves: readonly Move[] }): Promise<boolean> {
  const growth: Growth = { moved: 0, written: 0 }
  for await (const patch of patchesIn(changes, bounds)) addGrowth(growth, patch, moves)
  return growth.moved < 0 && growth.written > 0
}

function changesOutside({ fills, clears }: Changes, moves: readonly Move[]): Changes {
  return { fills: patchesOutside(fills, moves), clears: patchesOutside(clears, moves) }
}

function patchesOutside(chunks: AsyncIterable<Patch[]>, moves: readonly Move[]): AsyncIterable<Patch[]> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const patches of chunks) yield patches.flatMap((patch) => outsideMoves(patch, moves))
    },
  }
}

async function measure(options: Parameters<typeof requestsOf>[0]): Promise<{ cells: number; requests: number }> {
  const size = { cells: 0, requests: 0 }
  for await (const patches of requestsOf(options)) {
    size.cells += patches.reduce((sum, patch) => sum + countCells(patch), 0)
    size.requests += 1
  }
  return size
}
