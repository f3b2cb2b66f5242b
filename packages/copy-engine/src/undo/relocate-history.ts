import { type AppliedMoves, findApplied } from '#domain/beside/row-moves.ts'
import { followRow, invertSteps, type RowStep } from '#domain/beside/row-steps.ts'
import { type CellChange, type ChangeBlock, changesIn } from '#domain/copy/change-block.ts'
import { rowWindows } from '#domain/copy/row-windows.ts'
import type { Window } from '#engine/compare/read-rows.ts'
import type { ReadyTarget } from '#engine/tabs/resolve-tabs.ts'
import { type ChangeHistory, MAX_WINDOW_CELLS } from './change-history.ts'

/** Changes of runs with moves of whole rows, relocated to the current places of the rows. */
export interface RelocatedHistory extends ChangeHistory {
  /** Moves of rows to revert, newest first. */
  applied: readonly AppliedMoves[]
  /** Changes in rows removed by a later move, at their places before the move; newest first. */
  lost: readonly LostChange[]
}

export interface LostChange extends CellChange {
  /** The move that removed the row. */
  by: AppliedMoves['moves']
}

/** Relocates each change to the current place of its row. Undefined if no move of the runs is still in effect. */
export async function relocateHistory(
  history: ChangeHistory,
  { tab }: Pick<ReadyTarget, 'tab'>,
): Promise<RelocatedHistory | undefined> {
  const applied = findApplied(history.runs, tab.rowsVersion)
  if (applied.length === 0) return undefined
  const since = (runId: number) =>
    applied
      .filter((event) => event.runId > runId || (event.runId === runId && event.moves.cells === 'before'))
      .toReversed()
  const lost: LostChange[] = []
  const spans: { firstRow: number; lastRow: number; cells: number }[] = []
  for (const { runId } of history.runs) {
    const moves = since(runId)
    for (const window of history.windows) {
      for (const change of await readChanges(history, runId, window)) {
        const { row, by } = follow(change.row, moves)
        if (by) lost.push({ ...change, row, by })
        else spans.push({ firstRow: row, lastRow: row, cells: 1 })
      }
    }
  }
  return {
    ...history,
    applied,
    lost,
    windows: rowWindows(spans, { maxCells: MAX_WINDOW_CELLS }),
    async readBlocks(runId, rows) {
      const steps = since(runId).flatMap(({ moves }) => moves.steps)
      return steps.length === 0
        ? await history.readBlocks(runId, rows)
        : await movedBlocks(history, { runId, rows, steps })
    },
  }
}

async function readChanges(
  history: ChangeHistory,
  runId: number,
  { firstRow, lastRow }: Window,
): Promise<CellChange[]> {
  const blocks = await history.readBlocks(runId, { firstRow, lastRow })
  return blocks.flatMap((block) => [...changesIn(block)]).filter(({ row }) => row >= firstRow && row <= lastRow)
}

/** Follows a row through the moves, to its current place or to its place when a move removed it. */
function follow(row: number, events: readonly AppliedMoves[]): { row: number; by?: AppliedMoves['moves'] } {
  let place = row
  for (const { moves } of events) {
    const next = followRow(place, moves.steps)
    if (next === undefined) return { row: place, by: moves }
    place = next
  }
  return { row: place }
}

interface MovedBlocks {
  runId: number
  rows: Window
  /** Steps since the blocks were recorded. */
  steps: readonly RowStep[]
}

async function movedBlocks(history: ChangeHistory, { runId, rows, steps }: MovedBlocks): Promise<ChangeBlock[]> {
  const back = invertSteps(steps)
  const places = new Map<number, number>()
  for (let row = rows.firstRow; row <= rows.lastRow; row += 1) {
    const was = followRow(row, back)
    if (was !== undefined) places.set(was, row)
  }
  if (places.size === 0) return []
  const recorded = [...places.keys()].toSorted((one, other) => one - other)
  const blocks = await history.readBlocks(runId, { firstRow: recorded[0] ?? 1, lastRow: recorded.at(-1) ?? 0 })
  return blocks.flatMap(({ row, column, before, after }) =>
    after.flatMap((cells, down) => {
      const place = places.get(row + down)
      return place === undefined ? [] : [{ row: place, column, before: [before[down] ?? []], after: [cells] }]
    }),
  )
}
