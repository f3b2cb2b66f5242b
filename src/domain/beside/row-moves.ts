import type { MovedRows } from '#contract/moved-rows.ts'
import { followRow, invertSteps, type RemovedRow, type RowStep } from './row-steps.ts'

/** A move of target rows a run made or was about to make. Rows and columns count from 1. */
export interface RowMoves {
  /** Versions of the rows of the tab before and after; null before the first move. */
  from: string | null
  to: string
  /** Whether the run recorded its cells at their places after or before the move. */
  cells: 'after' | 'before'
  steps: RowStep[]
  /** The last copied row after the steps. Rows below it do not belong to the task. */
  lastRow: number
  /** The list of moved rows for people; absent for an undo. */
  listed?: MovedRows
  /** Versions of the moves reverted by this move; absent for a copy. */
  undoes?: string[]
  /** Rows the steps remove or overwrite, with their cells. */
  removed: RemovedRow[]
}

interface MovingRun {
  runId: number
  /** Oldest first. */
  rowMoves?: readonly RowMoves[]
}

export interface AppliedMoves {
  runId: number
  moves: RowMoves
}

/** The moves that led to a version of the rows, newest first. Recorded moves that were never made are left out. */
export function findApplied(runs: readonly MovingRun[], version: string | undefined): AppliedMoves[] {
  const applied: AppliedMoves[] = []
  let current: string | null = version ?? null
  for (const { runId, rowMoves = [] } of runs) {
    for (const moves of rowMoves.toReversed()) {
      if (moves.to !== current) continue
      applied.push({ runId, moves })
      current = moves.from
    }
  }
  return applied
}

/** Leaves out reverted moves, and the moves that reverted them. */
export function dropUndone(applied: readonly AppliedMoves[]): AppliedMoves[] {
  const known = new Set(applied.map(({ moves }) => moves.to))
  const undone = new Set<string>()
  return applied.filter(({ moves: { to, undoes = [] } }) => {
    if (undone.has(to)) return false
    if (undoes.length === 0 || !undoes.every((version) => known.has(version))) return true
    for (const version of undoes) undone.add(version)
    return false
  })
}

/** Whether a move of a run begins where another of its moves ended, so its cells are at the places of both. */
export function haveMovedTwice(moves: readonly RowMoves[]): boolean {
  return moves.some(({ to }) => moves.some(({ from, cells }) => cells === 'after' && from === to))
}

/** Whether a later run reverted some of these moves together with earlier moves. */
export function isPartlyUndone(runs: readonly MovingRun[]): boolean {
  const all = runs.flatMap(({ rowMoves = [] }) => rowMoves)
  const known = new Set(all.map(({ to }) => to))
  return all.some(({ undoes = [] }) => {
    const found = undoes.filter((version) => known.has(version)).length
    return found > 0 && found < undoes.length
  })
}

/** Steps to revert a move. Rows it removed get their cells back. */
export function invertMoves({ steps, removed }: RowMoves): RowStep[] {
  return removed.length === 0 ? invertSteps(steps) : [...invertSteps(steps), { kind: 'restore', rows: removed }]
}

/** Counts copied rows moved back or restored by reverting moves, newest first. */
export function countMovedBack(undone: readonly AppliedMoves[]): { rows: number; restored: number } {
  const steps = undone.flatMap(({ moves }) => invertMoves(moves))
  let rows = 0
  for (let row = 1; row <= (undone[0]?.moves.lastRow ?? 0); row += 1)
    rows += Number((followRow(row, steps) ?? row) !== row)
  const restored = steps.reduce((sum, step) => sum + (step.kind === 'restore' ? step.rows.length : 0), 0)
  return { rows, restored }
}

/**
 * Counts rows moved back or restored by reverting the recorded moves of several targets. The newest moves count as made. Null
 * if there are no moves.
 */
export function countRecordedBack(
  targets: readonly (readonly MovingRun[])[],
): { rows: number; restored: number } | null {
  const undone = targets.map((runs) => {
    const [newest] = runs.flatMap(({ rowMoves = [] }) => rowMoves.toReversed())
    return dropUndone(findApplied(runs, newest?.to))
  })
  if (undone.every(({ length }) => length === 0)) return null
  const counts = undone.map(countMovedBack)
  return {
    rows: counts.reduce((sum, { rows }) => sum + rows, 0),
    restored: counts.reduce((sum, { restored }) => sum + restored, 0),
  }
}
