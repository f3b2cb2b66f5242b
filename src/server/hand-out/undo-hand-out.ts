import { countOf } from '#domain/count-of.ts'
import { findMovedRows } from '#domain/hand-out/moved-rows.ts'
import { createWriteOrder } from '#domain/hand-out/write-order.ts'
import { addCounts, NO_COUNTS, pickCounts, type RunCounts } from '#domain/runs/run-counts.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { readWidth } from '#server/last-copy/stored-copy.ts'
import type { ChangeHistory } from '#server/runs/change-history.ts'
import { runWithClient } from '#server/sync/job/run-with-client.ts'
import type { SyncPorts } from '#server/sync/job/sync-job.ts'
import type { HeldRun, UndoneRun } from '#server/sync/outcome.ts'
import { undoWithClient } from '#server/sync/undo/run-undo.ts'
import type { UndoJob } from '#server/sync/undo/undo-job.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { TargetUndo } from './read-target-undos.ts'
import { forgetMemory } from './target-store.ts'

/** An undo of runs that handed rows out. */
export interface HandOutUndo extends Omit<UndoJob, 'history' | 'ownMoves' | 'editedDigest'> {
  targets: readonly TargetUndo[]
  /** The job for one of the targets. */
  buildJob(target: TargetUndo, history: ChangeHistory): UndoJob
}

type UndoPorts = Omit<SyncPorts, 'changes' | 'willWrite' | 'willNote'> &
  Pick<HandOutPorts, 'targets' | 'openChanges' | 'takePlaces' | 'willWriteTo' | 'willNoteIn'>

/** How the undo of a target ended. */
type TargetUndoEnd = UndoneRun | HeldRun | ProviderError

/**
 * Undoes runs in their targets, one after the other. A moved row is back in its former target before its new target loses it,
 * except where targets have exchanged rows.
 *
 * @throws like runSync
 */
export async function undoHandOut(google: Google, undo: HandOutUndo, ports: UndoPorts): Promise<UndoneRun | HeldRun> {
  return await runWithClient(google, { job: undo, ports }, async (client) => {
    await ports.takePlaces([...new Set(undo.targets.map(({ targetSsId }) => targetSsId))])
    const ends = await undoTargets(client, undo, ports)
    const [first, ...others] = ends
    if (others.length === 0 && first instanceof ProviderError) throw first
    if (others.length === 0 && first && !(first instanceof ProviderError) && first.kind === 'held') return first
    return summarizeUndo(ends, undo, ports)
  })
}

async function undoTargets(client: SheetsClient, undo: HandOutUndo, ports: UndoPorts): Promise<TargetUndoEnd[]> {
  const targets = new Map(undo.targets.map((target) => [target.key, target]))
  const listMarks = (when: 'now' | 'before') =>
    new Map(undo.targets.map((target) => [target.key, target[when].left.marks]))
  const order = createWriteOrder([...targets.keys()], findMovedRows(listMarks('now'), listMarks('before')))
  const ends = new Map<string, TargetUndoEnd>()
  for (let turn = order.next(); turn; turn = order.next()) {
    ports.signal.throwIfAborted()
    const target = targets.get(turn.key)
    if (!target) throw new Error(`No target has the value ${turn.key}`)
    // Rows cannot be taken out of the middle of a target's history.
    const waits = turn.keptRows.length > 0 && !turn.isFirstOfTwo && !ends.has(turn.key)
    const end = waits
      ? refuseRows(turn.keptRows.length)
      : (ends.get(turn.key) ?? (await undoTarget(client, { undo, target, ports })))
    if (end instanceof ProviderError && !ends.has(turn.key)) ports.log('ERROR', `"${target.value}": ${end.message}`)
    ends.set(turn.key, end)
    order.ended({ isWritten: hasReturned(end) })
  }
  return [...ends.values()]
}

/** Whether a target has all of its rows from before the runs. A cell that was left alone may be one of a moved row. */
function hasReturned(end: TargetUndoEnd): boolean {
  return !(end instanceof ProviderError) && end.kind === 'undone' && end.refusedCells + end.editedCells === 0
}

function refuseRows(count: number): ProviderError {
  const reason = `${countOf(count, 'row')} would be in no target, because the former target was not fully undone.`
  return new ProviderError({ cause: 'unknown', reason })
}

interface Undoing {
  undo: HandOutUndo
  target: TargetUndo
  ports: UndoPorts
}

async function undoTarget(client: SheetsClient, { undo, target, ports }: Undoing): Promise<TargetUndoEnd> {
  const { key, value, targetSsId, history, now, before } = target
  if (history instanceof Error) return new ProviderError({ cause: 'unknown', reason: history.message })
  const { targets, openChanges, willWriteTo, willNoteIn, takePlaces: _, ...others } = ports
  const forgotten = forgetMemory(now)
  const widthBefore = readWidth(now.left)
  const own: SyncPorts = {
    ...others,
    log(level, message) {
      if (level === 'WARNING' || level === 'ERROR') ports.log(level, `"${value}": ${message}`)
    },
    changes: openChanges({ key, value, stateBefore: forgotten }, { widthBefore }),
    async willWrite({ sheetId }) {
      await targets.saveTarget(key, forgotten)
      await willWriteTo({ targetSsId, sheetId })
    },
    willNote: () => willNoteIn(targetSsId),
  }
  try {
    const titles = { sourceTitle: '', targetTitle: '' }
    const outcome = await undoWithClient(client, { job: undo.buildJob(target, history), ports: own, titles })
    if (outcome.kind === 'undone') await targets.saveTarget(key, before)
    if (outcome.kind === 'undone' && outcome.cellsChanged > 0)
      ports.log('INFO', `"${value}": ${countOf(outcome.cellsChanged, 'cell')} undone.`)
    return outcome
  } catch (error) {
    ports.signal.throwIfAborted()
    if (error instanceof ProviderError) return error
    throw error
  }
}

/** @throws ProviderError if no target could be undone */
function summarizeUndo(ends: readonly TargetUndoEnd[], undo: HandOutUndo, { log }: UndoPorts): UndoneRun {
  const undone = ends.filter((end): end is UndoneRun => !(end instanceof ProviderError) && end.kind === 'undone')
  const [failed] = ends.filter((end) => end instanceof ProviderError)
  if (undone.length === 0 && failed) throw failed
  const sum = (count: 'rows' | 'refusedCells' | 'editedCells') => undone.reduce((total, end) => total + end[count], 0)
  const counts = undone.reduce<RunCounts>(addCounts, NO_COUNTS)
  const failedTargets = ends.length - undone.length
  const cells =
    counts.cellsChanged === 0 ? 'Nothing had to be undone' : `${countOf(counts.cellsChanged, 'cell')} undone`
  const targets = `${cells} in ${countOf(undone.length, 'target')}, back to before run ${undo.beforeRunId}.`
  const isWhole = failedTargets + sum('refusedCells') + sum('editedCells') === 0
  log(isWhole ? 'SUCCESS' : 'INFO', targets)
  if (failedTargets > 0) log('WARNING', `${countOf(failedTargets, 'target')} not undone.`)
  return {
    kind: 'undone',
    ...pickCounts(counts),
    rows: sum('rows'),
    refusedCells: sum('refusedCells'),
    editedCells: sum('editedCells'),
    failedTargets,
    targetTitle: '',
    beforeRunId: undo.beforeRunId,
    widthAfter: undefined,
    runsElsewhere: [],
  }
}
