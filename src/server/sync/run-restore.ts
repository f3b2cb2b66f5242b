import { a1Cell, quotedTab } from '#domain/copy/a1.ts'
import type { Entered } from '#domain/copy/entered.ts'
import type { Patch } from '#domain/copy/patch.ts'
import { countOf } from '#domain/count-of.ts'
import type { Google } from '#server/google/google.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { OpenChangeSet } from './change-store.ts'
import { openEnteredCells } from './entered-cells.ts'
import { makeRoom, type ReadyTarget } from './make-room.ts'
import { openRestoredTab } from './open-restored-tab.ts'
import { planRestore, type RestorePlan, type RestoreSpools } from './plan-restore.ts'
import { prepareRecord } from './record-changes.ts'
import { planFormats, writeFormats } from './restore-formats.ts'
import type { RestoreJob } from './restore-job.ts'
import { runWithClient } from './run-with-client.ts'
import { Spool } from './spool.ts'
import type { PartialRun } from './sync-failure.ts'
import type { SyncOutcome, SyncPorts } from './sync-job.ts'
import { patchesIn, writeChanges } from './write-changes.ts'
import { writeFormulas } from './write-formulas.ts'

/** A formula that is put back can change what others show, so what was written is looked at once more. */
const MAX_PASSES = 3

/**
 * Puts back what a run and the later ones changed. Wherever an attempt ends, a later one restores the rest: a cell that holds
 * what stood there before is left alone.
 *
 * @throws like runSync
 */
export function runRestore(google: Google, job: RestoreJob, ports: SyncPorts): Promise<SyncOutcome> {
  return runWithClient(google, { job, ports }, (client, partial) => restore(client, { job, ports, partial }))
}

interface Restoring {
  job: RestoreJob
  ports: SyncPorts
  partial: PartialRun
}

async function restore(client: SheetsClient, restoring: Restoring): Promise<SyncOutcome> {
  const { job, ports, partial } = restoring
  const target = await openRestoredTab(client, job.history)
  partial.targetTitle = target.spreadsheet.title
  const place = `${quotedTab(target.tabTitle)} of "${target.spreadsheet.title}"`
  ports.log('INFO', `Restoring ${place} as before run ${job.beforeRunId}.`)
  let first: RestorePlan | undefined
  for (let pass = 1; ; pass += 1) {
    const plan = await restoreOnce(client, { ...restoring, target, isFirst: pass === 1, isLast: pass === MAX_PASSES })
    first ??= plan
    if (plan.isHeld) return outcomeOf(restoring, { plan, isHeld: true, left: 0 })
    if (plan.cells === 0 || pass === MAX_PASSES) {
      return outcomeOf(restoring, { plan: first, isHeld: false, left: plan.cells, target })
    }
  }
}

interface Pass extends Restoring {
  target: ReadyTarget
  isFirst: boolean
  /** Only looks. */
  isLast: boolean
}

async function restoreOnce(client: SheetsClient, pass: Pass): Promise<RestorePlan & { isHeld: boolean }> {
  const { job, ports, target, isFirst, isLast } = pass
  const { scratchDir, log } = ports
  await using stack = new AsyncDisposableStack()
  const spools: RestoreSpools = {
    fills: stack.use(new Spool<Patch[]>(scratchDir)),
    clears: stack.use(new Spool<Patch[]>(scratchDir)),
    formulas: stack.use(new Spool<Patch[]>(scratchDir)),
  }
  const { history, restoresEdited } = job
  const entered = openEnteredCells(client, { target, lastColumn: history.lastColumn })
  const plan = await planRestore({
    history,
    entered,
    restoresEdited,
    spools,
    onPlanned: ({ done, total }) => isFirst && ports.onProgress({ rowsDone: done, rowsTotal: total, phase: 'reading' }),
  })
  await history.requireKept()
  if (isFirst && restoresEdited && job.editedDigest !== null && plan.edited.digest !== job.editedDigest) {
    log('WARNING', 'Cells were edited since the preview. Nothing was written: open the preview again.')
    return { ...plan, isHeld: true }
  }
  const formats = isFirst ? await planFormats(client, { target, history }) : []
  if (isLast || plan.cells + formats.length === 0) return { ...plan, isHeld: false }

  const { protectedAreas } = entered
  const bounds = { lastColumn: Number.POSITIVE_INFINITY, protectedAreas }
  let opened: Promise<OpenChangeSet> | undefined
  const { targetSsId, columns } = history
  const tab = { targetSsId, targetTab: target.tabTitle, sheetId: target.tab.sheetId, columns }
  const open = () => (opened ??= ports.changes.open(tab))
  const patches = () => restorePatches(spools, bounds)
  const recordUpTo = await prepareRecord({ patches, open, entered: undefined, scratchDir, stack, log })
  await ports.willWrite({ width: 0 })
  const grid = { rows: plan.lastRow, columns: plan.lastColumn }
  const ready = await makeRoom(client, { target, grid })
  if (formats.length > 0) {
    await (await open()).addStructure({ formats })
    await writeFormats(client, { target: ready, formats })
  }
  const progress = (row: number) =>
    ports.onProgress({ rowsDone: Math.min(row, plan.lastRow), rowsTotal: plan.lastRow, phase: 'writing' })
  const { cells } = await writeChanges(client, {
    target: ready,
    changes: spools,
    bounds,
    recordUpTo,
    onWritten: isFirst ? progress : () => {},
  })
  await writeFormulas(client, { target: ready, formulas: spools.formulas, position: cells, recordUpTo })
  return { ...plan, isHeld: false }
}

/** What is going to be written, in this order. */
async function* restorePatches(spools: RestoreSpools, bounds: Parameters<typeof patchesIn>[1]) {
  yield* patchesIn(spools, bounds)
  for await (const patches of spools.formulas) {
    for (const patch of patches) {
      const cells = patch.cells.map((row): Entered[] => row.map((text) => text && { formula: String(text) }))
      yield { ...patch, cells }
    }
  }
}

interface Restored {
  plan: RestorePlan
  isHeld: boolean
  /** Cells that did not take what they were to hold. */
  left: number
  target?: ReadyTarget | undefined
}

function outcomeOf({ job, ports, partial }: Restoring, { plan, isHeld, left, target }: Restored): SyncOutcome {
  const cellsChanged = isHeld ? 0 : Math.max(0, plan.cells - left)
  const warnings = isHeld ? [] : warningsOf(job, { plan, left, target })
  if (!isHeld) {
    const what = cellsChanged === 0 ? 'Nothing had to be restored' : `${countOf(cellsChanged, 'cell')} restored`
    ports.log(warnings.length > 0 ? 'INFO' : 'SUCCESS', `${what}, as before run ${job.beforeRunId}.`)
    for (const warning of warnings) ports.log('WARNING', warning)
  }
  return {
    status: isHeld || warnings.length > 0 ? 'Warning' : 'Success',
    isHeld,
    rows: plan.rows,
    width: 0,
    cellsChanged,
    errorCells: 0,
    ...partial.usage,
    sourceTitle: '',
    targetTitle: partial.targetTitle,
    memory: undefined,
    hasReadAll: false,
    restored: { lastWidth: job.history.widthBefore },
  }
}

function warningsOf(
  { restoresEdited }: RestoreJob,
  { plan: { edited }, left, target }: Pick<Restored, 'plan' | 'left' | 'target'>,
): string[] {
  const warnings: string[] = []
  const [first] = edited.first
  if (first && !restoresEdited) {
    const cell = a1Cell({ tab: target?.tabTitle ?? '', ...first })
    warnings.push(
      edited.count === 1
        ? `1 cell was edited since and left as it is, ${cell}.`
        : `${countOf(edited.count, 'cell')} were edited since and left as they are, the first in ${cell}.`,
    )
  }
  if (left > 0) {
    const what = left === 1 ? '1 cell does' : `${countOf(left, 'cell')} do`
    warnings.push(
      `${what} not hold what was put back. Remove what prevents it, such as a merge or a table, and restore again.`,
    )
  }
  return warnings
}
