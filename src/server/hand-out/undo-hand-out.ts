import { describeFailure, type Failure } from '#domain/failures/failure.ts'
import type { RowMark } from '#domain/hand-out/held-rows.ts'
import { findMovedRows, findMoveMarks } from '#domain/hand-out/moved-rows.ts'
import { createWriteOrder } from '#domain/hand-out/write-order.ts'
import { pluralize } from '#domain/pluralize.ts'
import { addCounts, NO_COUNTS, pickCounts, type RunCounts } from '#domain/runs/run-counts.ts'
import { runWithWorkbook } from '#engine/job/run-with-workbook.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { extendTo } from '#engine/last-copy/last-copy.ts'
import type { HeldRun, UndoneRun } from '#engine/outcome.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { ChangeStore } from '#engine/record/change-store.ts'
import type { ChangeHistory } from '#engine/undo/change-history.ts'
import { undoWithWorkbook } from '#engine/undo/run-undo.ts'
import type { UndoJob } from '#engine/undo/undo-job.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import { clearParkedRows, parkRows } from './parked-rows.ts'
import type { TargetStates, TargetUndo } from './read-target-undos.ts'
import { countParkedRows, doubtRows, forgetMemory, listRows, type ParkedRows, type TargetCopy } from './target-store.ts'

export interface HandOutUndo extends Omit<UndoJob, 'history' | 'ownMoves' | 'editedDigest'> {
  targets: readonly TargetUndo[]
  /** Targets the same runs changed and this undo leaves alone. */
  others: readonly TargetStates[]
  /** Builds the job for a single target. */
  buildJob(target: TargetUndo, history: ChangeHistory): UndoJob
}

type UndoPorts = Omit<SyncPorts, 'changes' | 'willWrite' | 'willNote'> &
  Pick<HandOutPorts, 'targets' | 'openChanges' | 'takePlaces' | 'willWriteTo' | 'willNoteIn'>

type TargetUndoEnd = UndoneRun | HeldRun | ProviderError

interface EndedUndo {
  end: TargetUndoEnd
  /** Number of rows that stay below all other rows. */
  parkedRows: number
}

/**
 * Undoes runs target by target. A moved row is back in its former target before its new target loses it. If targets have
 * exchanged rows, one target first copies the rows it will lose below its last row, and clears the copies at the end. If only
 * some targets are undone, copies of rows missing in all other targets stay until the next run.
 *
 * @throws like runSync
 */
export async function undoHandOut(google: Google, undo: HandOutUndo, ports: UndoPorts): Promise<UndoneRun | HeldRun> {
  return await runWithWorkbook(google, { job: undo, ports }, async (workbook) => {
    await ports.takePlaces([...new Set(undo.targets.map(({ targetSsId }) => targetSsId))])
    const ended = await undoTargets(workbook, undo, ports)
    const [first, ...others] = ended.map(({ end }) => end)
    if (others.length === 0 && first instanceof ProviderError) throw first
    if (others.length === 0 && first && !(first instanceof ProviderError) && first.kind === 'held') return first
    return summarizeUndo(ended, undo, ports)
  })
}

async function undoTargets(workbook: Workbook, undo: HandOutUndo, ports: UndoPorts): Promise<EndedUndo[]> {
  const targets = new Map(undo.targets.map((target) => [target.key, target]))
  const states = [...undo.targets, ...undo.others]
  const now = new Map(states.map((target) => [target.key, listRows(target.now.left)]))
  const before = new Map(states.map((target) => [target.key, listRows(target.before.left)]))
  const moved = findMovedRows(now, before)
  const order = createWriteOrder([...targets.keys()], moved)
  const ends = new Map<string, TargetUndoEnd>()
  const changes = new Map<string, ChangeStore>()
  const prepare = (key: string): Undoing => {
    const target = targets.get(key)
    if (!target) throw new Error(`No target has the value ${key}`)
    const opened = changes.get(key) ?? openChanges(target, ports)
    changes.set(key, opened)
    return { undo, target, ports, changes: opened }
  }
  for (let turn = order.next(); turn; turn = order.next()) {
    ports.signal.throwIfAborted()
    const { key, isFirstOfTwo } = turn
    const kept = new Set(turn.keptRows)
    const homeless = moved.filter((row) => row.from === key && kept.has(row.row))
    // The undo of a target cannot skip rows, but rows can be copied below its last row first.
    const isRefused = !isFirstOfTwo && homeless.some(({ to }) => targets.has(to))
    const parked = isRefused ? [] : findMoveMarks(homeless, { last: now.get(key)?.possible ?? [], now: before })
    let end = ends.get(key)
    if (!end) {
      const undoing = prepare(key)
      end = isRefused ? refuseRows(kept.size) : await undoTarget(workbook, { ...undoing, parked })
      if (end instanceof ProviderError) ports.log('ERROR', `"${undoing.target.value}": ${end.message}`)
      ends.set(key, end)
    }
    order.ended({ isWritten: hasReturned(end) })
  }
  const hasArrived = (key: string) => {
    const end = ends.get(key)
    return end !== undefined && hasReturned(end)
  }
  const ended: EndedUndo[] = []
  // A target has no second turn if it was not fully undone.
  for (const [key, end] of ends) {
    const staying = moved.filter(({ from, to }) => from === key && !hasArrived(to)).length
    ended.push({ end, parkedRows: await endParking(workbook, { ...prepare(key), end, staying }) })
  }
  return ended
}

function openChanges({ key, value, now }: TargetUndo, ports: UndoPorts): ChangeStore {
  return ports.openChanges(
    { key, value, stateBefore: forgetMemory(now) },
    { widthBefore: now.left.extent.width ?? null },
  )
}

/** Whether a target again has all its rows from before the runs. A cell that the undo left alone may belong to a moved row. */
function hasReturned(end: TargetUndoEnd): boolean {
  return !(end instanceof ProviderError) && end.kind === 'undone' && end.refusedCells + end.editedCells === 0
}

function refuseRows(count: number): ProviderError {
  const reason = `${pluralize(count, 'row')} would be in no target, because the former target was not fully undone.`
  return new ProviderError({ cause: 'unknown', reason })
}

interface Undoing {
  undo: HandOutUndo
  target: TargetUndo
  ports: UndoPorts
  changes: ChangeStore
}

/** Undoes runs in a single target. First copies parked rows below all other rows, because no other target has them. */
async function undoTarget(
  workbook: Workbook,
  { undo, target, ports, changes, parked }: Undoing & { parked: readonly RowMark[] },
): Promise<TargetUndoEnd> {
  const { key, value, targetSsId, history, before } = target
  if (history instanceof Error) return new ProviderError({ cause: 'unknown', reason: history.message })
  const { targets, openChanges: _, willWriteTo, willNoteIn, takePlaces: __, ...others } = ports
  try {
    const job = undo.buildJob(target, history)
    if (parked.length > 0)
      target.now = await parkRows(workbook, { target, history, job, ports, changes, marks: parked })
    // If the undo breaks off, the target may have the present rows, the former rows, or some of both.
    const forgotten = doubtRows(forgetMemory(target.now), listRows(before.left))
    const own: SyncPorts = {
      ...others,
      log(level, message) {
        if (level === 'WARNING' || level === 'ERROR') ports.log(level, `"${value}": ${message}`)
      },
      changes,
      async willWrite({ sheetId }) {
        await targets.saveTarget(key, forgotten)
        await willWriteTo({ targetSsId, sheetId })
      },
      willNote: () => willNoteIn(targetSsId),
    }
    const titles = { sourceTitle: '', targetTitle: '' }
    const outcome = await undoWithWorkbook(workbook, { job, ports: own, titles })
    if (outcome.kind === 'undone')
      await targets.saveTarget(key, withParkedRows(leaveState(target, outcome), target.now))
    if (outcome.kind === 'undone' && outcome.cellsChanged > 0)
      ports.log('INFO', `"${value}": ${pluralize(outcome.cellsChanged, 'cell')} undone.`)
    return outcome
  } catch (error) {
    ports.signal.throwIfAborted()
    if (error instanceof ProviderError) return error
    throw error
  }
}

/** Builds the state of a target after its undo. Cells that the undo left alone may belong to any of its rows. */
function leaveState({ before, now }: TargetUndo, end: TargetUndoEnd): TargetCopy {
  return hasReturned(end) ? before : doubtRows(before, listRows(now.left))
}

/** Adds parked rows to the state of a target from before the runs, so the next run removes the rows. */
function withParkedRows(before: TargetCopy, { left }: TargetCopy): TargetCopy {
  const { parked, extent, doubtful } = left
  if (!parked) return before
  const copy = { ...before, left: { ...before.left, extent: extendTo(before.left.extent, extent), parked } }
  if (!doubtful) return copy
  // The parked rows may be any rows that the target may have had.
  return doubtRows(copy, { certain: listRows(copy.left).certain, possible: listRows(left).possible })
}

interface EndedParking extends Undoing {
  end: TargetUndoEnd
  /** Number of rows missing in all other targets. */
  staying: number
}

/** Why parked rows stay below all other rows until the next run. */
type StayingCause = 'no_other_target' | 'not_undone' | 'edited' | Failure

/** Removes parked rows unless they must stay. Returns the number of rows still parked. */
async function endParking(workbook: Workbook, ending: EndedParking): Promise<number> {
  const { target, ports } = ending
  const { parked } = target.now.left
  if (!parked) return 0
  const cause = await removeParked(workbook, { ...ending, parked })
  if (cause === undefined) return 0
  const count = countParkedRows(parked)
  ports.log('WARNING', `"${target.value}": ${describeStaying(count, cause)}`)
  return count
}

/** Clears parked rows, or returns why they stay. */
async function removeParked(
  workbook: Workbook,
  { undo, target, ports, changes, end, staying, parked }: EndedParking & { parked: ParkedRows },
): Promise<StayingCause | undefined> {
  const { key, history } = target
  if (staying > 0) return 'no_other_target'
  if (end instanceof ProviderError || end.kind !== 'undone' || history instanceof Error) return 'not_undone'
  try {
    const job = undo.buildJob(target, history)
    if (!(await clearParkedRows(workbook, { parked, job, target, history, ports, changes }))) return 'edited'
    await ports.targets.saveTarget(key, leaveState(target, end))
    return undefined
  } catch (error) {
    ports.signal.throwIfAborted()
    if (error instanceof ProviderError) return error.failure
    throw error
  }
}

function describeStaying(count: number, cause: StayingCause): string {
  const rows = `${pluralize(count, 'row')} ${count === 1 ? 'stays' : 'stay'} below the others until the next run`
  const [them, were] = count === 1 ? ['it', 'was'] : ['them', 'were']
  if (typeof cause === 'object') return `${rows}. ${describeFailure(cause)}`
  const why = {
    no_other_target: `no other target has ${them}`,
    not_undone: 'this target was not undone',
    edited: `somebody edited ${them} since ${count === 1 ? 'it' : 'they'} ${were} copied there`,
  }[cause]
  return `${rows}, because ${why}.`
}

/** @throws ProviderError if no target could be undone */
function summarizeUndo(ended: readonly EndedUndo[], undo: HandOutUndo, { log }: UndoPorts): UndoneRun {
  const ends = ended.map(({ end }) => end)
  const parkedRows = ended.reduce((total, target) => total + target.parkedRows, 0)
  const undone = ends.filter((end): end is UndoneRun => !(end instanceof ProviderError) && end.kind === 'undone')
  const [failed] = ends.filter((end) => end instanceof ProviderError)
  if (undone.length === 0 && failed) throw failed
  const sum = (count: 'rows' | 'refusedCells' | 'editedCells') => undone.reduce((total, end) => total + end[count], 0)
  const counts = undone.reduce<RunCounts>(addCounts, NO_COUNTS)
  const failedTargets = ends.length - undone.length
  const cells =
    counts.cellsChanged === 0 ? 'Nothing had to be undone' : `${pluralize(counts.cellsChanged, 'cell')} undone`
  const targets = `${cells} in ${pluralize(undone.length, 'target')}, back to before run ${undo.beforeRunId}.`
  const isWhole = failedTargets + parkedRows + sum('refusedCells') + sum('editedCells') === 0
  log(isWhole ? 'SUCCESS' : 'INFO', targets)
  if (failedTargets > 0) log('WARNING', `${pluralize(failedTargets, 'target')} not undone.`)
  return {
    kind: 'undone',
    ...pickCounts(counts),
    rows: sum('rows'),
    refusedCells: sum('refusedCells'),
    editedCells: sum('editedCells'),
    failedTargets,
    parkedRows,
    targetTitle: '',
    beforeRunId: undo.beforeRunId,
    widthAfter: undefined,
    runsElsewhere: [],
  }
}
