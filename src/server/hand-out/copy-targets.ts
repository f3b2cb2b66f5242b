import { addEdits, type TargetEdits } from '#domain/copy/target-state.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { type HeldRows, holdRows, type RowMark } from '#domain/hand-out/held-rows.ts'
import { findMovedRows, type MovedRow } from '#domain/hand-out/moved-rows.ts'
import { createWriteOrder, type TargetTurn } from '#domain/hand-out/write-order.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { copyTarget, type TargetEnd } from './copy-target.ts'
import type { NumberedRow } from './group-rows.ts'
import type { HandOutRun } from './hand-out-run.ts'
import type { TargetResult } from './prove-delivery.ts'
import { findLastCopy } from './target-job.ts'
import { listRows, type TargetCopy } from './target-store.ts'

interface Targets {
  targets: readonly HandOutTarget[]
  stored: ReadonlyMap<string, TargetCopy>
}

interface CopiedTargets {
  /** Results in the order of the targets. */
  results: TargetResult[]
  /** All copies, including both copies of a target that exchanges rows with another target. */
  outcomes: CopiedRun[]
  edits: TargetEdits | undefined
}

/**
 * Copies all targets. Adds a moved row to its new target before its former target loses it, so at least one of the two always
 * has the row.
 */
export async function copyTargets(run: HandOutRun, { targets, stored: before }: Targets): Promise<CopiedTargets> {
  const { grouped, ports } = run
  const stored = new Map(before)
  const byKey = new Map(targets.map((target) => [target.key, target]))
  const findMarks = (key: string) => grouped.groups.get(key)?.marks ?? []
  const now = new Map(targets.map(({ key }) => [key, holdRows(findMarks(key))]))
  const moved = findMovedRows(listLastRows(run, { targets, stored }), now)
  const order = createWriteOrder([...byKey.keys()], moved)
  const results = new Map<string, TargetResult>()
  const outcomes: CopiedRun[] = []
  const edits: TargetEdits[] = []
  let rowsBefore = 0
  for (let turn = order.next(); turn; turn = order.next()) {
    ports.signal.throwIfAborted()
    const target = byKey.get(turn.key)
    if (!target) throw new Error(`No target has the value ${turn.key}`)
    const kept = await keepRows(run, { turn, moved, stored: stored.get(turn.key) })
    const marks = [...findMarks(turn.key), ...kept.marks].toSorted(([one], [other]) => one - other)
    const onProgress = ({ rowsDone, phase }: { rowsDone: number; phase: 'reading' | 'writing' }) => {
      const done = Math.min(grouped.rows, rowsBefore + rowsDone)
      ports.onProgress({ rowsDone: done, rowsTotal: grouped.rows, phase })
    }
    const task = { target, stored: stored.get(turn.key), kept: kept.rows, marks, onProgress }
    const { left } = findLastCopy(run, task)
    const hadRows = (left.extent.rows ?? 0) > 0 || left.parked !== undefined
    const end = marks.length > 0 || hadRows ? await copyTarget(run, task) : undefined
    const found = end?.kind === 'copied' ? end.outcome.edits : end?.kind === 'held' ? end.edits : undefined
    if (found) edits.push(found)
    if (end?.kind === 'copied') {
      stored.set(turn.key, end.copy)
      outcomes.push(end.outcome)
    }
    order.ended({ isWritten: hasArrived(end) })
    const copies = (results.get(turn.key)?.copies ?? 0) + 1
    results.set(turn.key, { target, end, copies, keptRows: hasArrived(end) ? kept.rows.length : 0 })
    if (!turn.isFirstOfTwo) rowsBefore += findMarks(turn.key).length
  }
  return { results: targets.flatMap(({ key }) => results.get(key) ?? []), outcomes, edits: addEdits(edits) }
}

/** Whether a copy verified the rows of its target. */
function hasArrived(end: TargetEnd | undefined): boolean {
  return end?.kind === 'copied' && end.outcome.verified !== undefined
}

function listLastRows(run: HandOutRun, { targets, stored }: Targets): Map<string, HeldRows> {
  return new Map(
    targets.map((target) => [target.key, listRows(findLastCopy(run, { target, stored: stored.get(target.key) }).left)]),
  )
}

interface KeepOptions {
  turn: TargetTurn
  moved: readonly MovedRow[]
  stored: TargetCopy | undefined
}

/** Finds the moved rows to keep in their former target for now, with the value of that target. */
async function keepRows({ grouped }: HandOutRun, { turn, moved, stored }: KeepOptions) {
  const numbers = new Set(turn.keptRows)
  const rows: NumberedRow[] = []
  const marks: RowMark[] = []
  for (const to of new Set(moved.filter(({ from }) => from === turn.key).map((move) => move.to))) {
    marks.push(...(grouped.groups.get(to)?.marks ?? []).filter(([row]) => numbers.has(row)))
    for await (const block of grouped.read(to)) {
      for (const [row, cells] of block) {
        if (!numbers.has(row)) continue
        rows.push([row, cells.with(grouped.splitColumn - 1, stored?.left.cell ?? null)])
      }
    }
  }
  return { rows: rows.toSorted(([one], [other]) => one - other), marks }
}
