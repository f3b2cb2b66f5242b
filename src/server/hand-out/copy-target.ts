import { isDeepStrictEqual } from 'node:util'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import { describeFailure, type Failure } from '#domain/failures/failure.ts'
import { withoutCells } from '#domain/failures/without-cells.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { describeEdits } from '#domain/guards/target-edited.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { holdRows } from '#domain/hand-out/held-rows.ts'
import { pluralize } from '#domain/pluralize.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { extendTo } from '#engine/last-copy/last-copy.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { copyWithWorkbook } from '#engine/run-sync.ts'
import { giveRows } from './give-rows.ts'
import type { HandOutPorts } from './hand-out-ports.ts'
import type { HandOutRun, TargetTask } from './hand-out-run.ts'
import type { TabOwners } from './tab-owners.ts'
import { buildTargetJob, findLastCopy, leaveCopy, openLastTarget } from './target-job.ts'
import { doubtRows, forgetMemory, listRows, type TargetCopy } from './target-store.ts'

export type TargetEnd =
  | { kind: 'copied'; outcome: CopiedRun; copy: TargetCopy }
  | { kind: 'held'; holds: readonly Hold[]; edits?: TargetEdits | undefined }
  | { kind: 'failed'; failure: Failure; error: ProviderError }

/** Maximum attempts to copy a target in a run. */
const MAX_TRIES = 2

/** Copies the rows of one target as a separate copy. @throws NodeFault, or the signal's reason */
export async function copyTarget(run: HandOutRun, task: TargetTask): Promise<TargetEnd> {
  const { workbook, ports } = run
  let isForgotten = false
  const onForget = () => {
    isForgotten = true
  }
  for (let tries = 1; ; tries += 1) {
    try {
      const stored = isForgotten && task.stored ? forgetMemory(task.stored) : task.stored
      return await copyOnce(run, { ...task, stored }, { wasForgotten: () => isForgotten, onForget })
    } catch (error) {
      ports.signal.throwIfAborted()
      if (!(error instanceof ProviderError)) throw error
      if (error.retryable && tries < MAX_TRIES) await workbook.backOff(tries)
      else {
        const failure = run.job.keepsCells ? error.failure : withoutCells(error.failure)
        ports.log('ERROR', `"${task.target.value}": ${describeFailure(failure)}`)
        return { kind: 'failed', failure, error }
      }
    }
  }
}

interface StoredState {
  /** Whether the stored state was changed before the end of the copy. */
  wasForgotten(): boolean
  onForget(): void
}

async function copyOnce(run: HandOutRun, task: TargetTask, state: StoredState): Promise<TargetEnd> {
  const { workbook, ports, source, grouped } = run
  const { target, kept, marks } = task
  const last = findLastCopy(run, task)
  const job = buildTargetJob(run, { target, last })
  const given = await giveRows({ source, grouped, rows: { key: target.key, kept }, job })
  const titles = { sourceTitle: source.source.spreadsheet.title, targetTitle: '' }
  const own = buildTargetPorts(ports, { task, last, owners: run.owners, onForget: state.onForget })
  const outcome = await copyWithWorkbook(workbook, { job, given, ports: own, titles })
  if (outcome.kind === 'skipped') throw new Error('A target is never skipped as a whole')
  const edits = outcome.edits && nameEdits(outcome.edits, target)
  if (outcome.kind === 'held') return { kind: 'held', holds: outcome.holds, edits }
  if (edits) ports.log('INFO', `"${target.value}": ${describeEdits(edits)}`)
  const cell = grouped.groups.get(target.key)?.cell ?? last.left.cell
  const left = leaveCopy(outcome, { last: { ...last, left: { ...last.left, cell, marks } }, job, now: ports.now() })
  // Without verification, the target may lack new rows.
  const copy = outcome.verified ? left : doubtRows(left, { certain: listRows(last.left).certain, possible: [] })
  const isSame = !state.wasForgotten() && isDeepStrictEqual(JSON.parse(JSON.stringify(copy)), task.stored)
  if (!isSame) await ports.targets.saveTarget(target.key, copy)
  const { rows, cellsChanged } = outcome
  if (cellsChanged > 0)
    ports.log('INFO', `"${target.value}": ${pluralize(rows, 'row')}, ${pluralize(cellsChanged, 'cell')} changed.`)
  if (copy.tab) run.owners.add(target, copy.tab.sheetId)
  return { kind: 'copied', outcome: { ...outcome, edits }, copy }
}

function nameEdits(edits: TargetEdits, { value }: HandOutTarget): TargetEdits {
  return { ...edits, cells: edits.cells.map((cell) => ({ ...cell, value })) }
}

interface TargetParts {
  task: TargetTask
  last: TargetCopy
  owners: TabOwners
  /** Called when the stored state of the target is about to change. */
  onForget(): void
}

/** Builds the ports of a single target's copy from the ports of the run. */
function buildTargetPorts(ports: HandOutPorts, { task, last, owners, onForget }: TargetParts): SyncPorts {
  const { targets, willWriteTo, willNoteIn, mayRecall: _, takePlaces: __, openChanges: ___, ...others } = ports
  const { target } = task
  const { targetSsId } = target
  const stored = targets.openRows(target.key)
  return {
    ...others,
    /** Logs only warnings and errors, because the successes of many targets would hide them. */
    log(level, message) {
      if (level === 'WARNING' || level === 'ERROR') ports.log(level, `"${target.value}": ${message}`)
    },
    onProgress: ({ rowsDone, phase }) => task.onProgress({ rowsDone, phase }),
    async willWrite({ width, lastRow, sheetId }) {
      if (sheetId !== undefined) owners.require(target, sheetId)
      onForget()
      // If the write breaks off, the target may have the former rows, the new rows, or some of both.
      const { left, ...forgotten } = doubtRows(forgetMemory(last), holdRows(task.marks))
      const extent = extendTo(left.extent, { width, filledRow: lastRow })
      await targets.saveTarget(target.key, { ...forgotten, left: { ...left, extent } })
      await willWriteTo({ targetSsId, sheetId })
    },
    willNote: () => willNoteIn(targetSsId),
    changes: ports.openChanges(
      { ...target, stateBefore: forgetMemory(last) },
      { widthBefore: last.left.extent.width ?? null },
    ),
    // The rows of each target are also stored, so the next run finds edits by hand.
    dataCopy: ports.dataCopy && {
      open(columns) {
        onForget()
        return stored.open(columns)
      },
    },
    lastTarget: ports.dataCopy && (async () => openLastTarget(last, stored)),
    // The source has already been read.
    sources: undefined,
    // The run compares itself with its preview as a whole.
    previewed: undefined,
  }
}
