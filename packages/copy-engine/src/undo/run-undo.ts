import { a1Cell, quotedTab } from '#domain/copy/a1.ts'
import type { Entered } from '#domain/copy/entered.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { pluralize } from '#domain/pluralize.ts'
import { NO_COUNTS } from '#domain/runs/run-counts.ts'
import { type Bounds, patchesIn } from '#engine/compare/changes.ts'
import { runWithWorkbook } from '#engine/job/run-with-workbook.ts'
import type { Titles } from '#engine/job/sync-failure.ts'
import type { SyncPorts } from '#engine/job/sync-job.ts'
import { updateReportedState } from '#engine/note/report-freshness.ts'
import type { HeldRun, UndoneRun } from '#engine/outcome.ts'
import type { ChangedTab, OpenChangeSet } from '#engine/record/change-store.ts'
import { prepareRecord } from '#engine/record/record-changes.ts'
import type { Provider, Workbook } from '#engine/workbook.ts'
import { changeTables } from '#engine/write/change-tables.ts'
import { makeRoom } from '#engine/write/make-room.ts'
import { writeByKey } from '#engine/write/write-by-key.ts'
import { writeChanges } from '#engine/write/write-changes.ts'
import { moveRowsBack } from './move-rows-back.ts'
import { openUndoTab } from './open-undo-tab.ts'
import { planUndo, type UndoPlan } from './plan-undo.ts'
import { writeFormats } from './undo-formats.ts'
import type { UndoJob } from './undo-job.ts'
import { writeFormulas } from './write-formulas.ts'

/** Maximum passes: an undone formula can change other cells, so the written cells are read once more. */
const MAX_PASSES = 3
/** Maximum passes if keys identify the rows, since people may move rows during each pass. */
const MAX_KEYED_PASSES = 7

const EDITED_SINCE: Hold = { cause: 'edited_since_preview' }

/**
 * Undoes a run and the later runs. Wherever an attempt ends, a later attempt undoes the rest: a cell that already holds its
 * former value is left alone.
 *
 * @throws like runSync
 */
export function runUndo(provider: Provider, job: UndoJob, ports: SyncPorts): Promise<UndoneRun | HeldRun> {
  return runWithWorkbook(provider, { job, ports }, (workbook, titles) =>
    undoWithWorkbook(workbook, { job, ports, titles }),
  )
}

interface Undoing {
  job: UndoJob
  ports: SyncPorts
  titles: Titles
}

/** Undoes runs in one target with an open workbook. @throws ProviderError, NodeFault */
export async function undoWithWorkbook(
  workbook: Workbook,
  { job, ports, titles }: Undoing,
): Promise<UndoneRun | HeldRun> {
  const { history } = job
  let target = await openUndoTab(workbook, history)
  titles.targetTitle = target.spreadsheet.title
  const place = `${quotedTab(target.tabTitle)} of "${target.spreadsheet.title}"`
  ports.log('INFO', `Undoing changes of ${place} back to before run ${job.beforeRunId}.`)
  if (isMovedBack(job, target)) {
    ports.log('SUCCESS', `An earlier attempt has undone all changes, back to before run ${job.beforeRunId}.`)
    return { ...undoneBy(job, target), rows: 0, cellsChanged: 0, refusedCells: 0, editedCells: 0 }
  }
  let first: UndoPlan | undefined
  for (let pass = 1; ; pass += 1) {
    await using stack = new AsyncDisposableStack()
    const isFirst = pass === 1
    const onPlanned = ({ done, total }: { done: number; total: number }) =>
      isFirst && ports.onProgress({ rowsDone: done, rowsTotal: total, phase: 'reading' })
    const { tempDir } = ports
    const plan = await planUndo(workbook, { job, target, plansLayout: isFirst, tempDir, stack, onPlanned })
    await history.requireKept()
    if (isFirst && isEditedSince(plan, job)) {
      ports.log('WARNING', describeFailure(EDITED_SINCE))
      return { kind: 'held', holds: [EDITED_SINCE], rows: plan.rows, ...titles }
    }
    first ??= plan
    const isLast = pass === (plan.followed ? MAX_KEYED_PASSES : MAX_PASSES)
    if (!isLast && plan.cells + plan.formats.length + plan.tables.length > 0) {
      const isMoved = await applyUndo(workbook, { plan, job, ports, stack, isFirst })
      // Rows may have been inserted.
      if (isMoved) target = await openUndoTab(workbook, history)
    }
    if (isLast || plan.cells === 0) {
      const { relocated } = plan
      let moved = 0
      if (relocated) {
        // The writes may have made the tab larger.
        target = await openUndoTab(workbook, history)
        const open = () => ports.changes.open(changedTab(history, target))
        moved = await moveRowsBack(workbook, { history: relocated, job, target, open, ports })
      }
      if (first.cells > 0) await reportUndone(workbook, { job, ports, target })
      return summarizeUndo(first, { job, ports, left: plan.cells, moved })
    }
  }
}

/** Restores the times in the task's note or line from before the undone runs. */
async function reportUndone(
  workbook: Workbook,
  { job, ports, target }: Pick<Undoing, 'job' | 'ports'> & Pick<UndoPlan, 'target'>,
): Promise<void> {
  const { spreadsheet: file, tabTitle } = target
  const { copyBefore: copy, widthBefore } = job.history
  const undoes = { isFirstCopy: widthBefore === null }
  await updateReportedState(workbook, { job, file, tabTitle, ports, state: 'Undone', undoes, copy })
}

/** Whether cells were edited since the preview. A person agreed to replace only the edited cells in the preview. */
function isEditedSince({ edited }: UndoPlan, { undoesEdited, editedDigest }: UndoJob): boolean {
  return undoesEdited && editedDigest !== null && edited.digest !== editedDigest
}

interface ApplyOptions extends Pick<Undoing, 'job' | 'ports'> {
  plan: UndoPlan
  stack: AsyncDisposableStack
  isFirst: boolean
}

/** Applies a plan. Each change is recorded first. Returns whether people moved rows meanwhile. */
async function applyUndo(workbook: Workbook, options: ApplyOptions): Promise<boolean> {
  const { plan, job, ports, stack, isFirst } = options

  const { target, buffers, formats, tables, protectedAreas, lastRow, lastColumn } = plan
  const { tempDir, log } = ports
  const bounds = { lastColumn: Number.POSITIVE_INFINITY, protectedAreas }
  const { followed } = plan
  const keyColumns = followed && { keyColumns: followed.before.columns }
  const changed = { ...changedTab(job.history, target), ...keyColumns }
  let opened: Promise<OpenChangeSet> | undefined
  const open = () => (opened ??= ports.changes.open(changed))
  const patches = () => readPatches(plan, bounds)
  const recordUpTo = await prepareRecord({ patches, open, entered: undefined, tempDir, stack, log })
  await ports.willWrite({ sheetId: target.tab.sheetId, width: 0, lastRow: 0 })
  const ready = await makeRoom(workbook, { target, grid: { rows: lastRow, columns: lastColumn } })
  if (tables.length > 0) await (await open()).addStructure({ tables })
  await changeTables(workbook, { target: ready, tables, log })
  if (formats.length > 0) {
    await (await open()).addStructure({ formats })
    await writeFormats(workbook, { target: ready, formats })
  }
  const onWritten = (row: number) =>
    isFirst && ports.onProgress({ rowsDone: Math.min(row, lastRow), rowsTotal: lastRow, phase: 'writing' })
  const toWrite = { target: ready, changes: buffers, bounds, recordUpTo, onWritten }
  const { cells, movedWrites } = followed
    ? await writeByKey(workbook, { ...toWrite, before: followed.before, ports })
    : { ...(await writeChanges(workbook, toWrite)), movedWrites: 0 }
  if (movedWrites > 0) return true
  await writeFormulas(workbook, { target: ready, formulas: buffers.formulas, position: cells, recordUpTo })
  return false
}

/** The cells to write, in this order. */
async function* readPatches({ buffers }: UndoPlan, bounds: Bounds) {
  yield* patchesIn(buffers, bounds)
  for await (const patches of buffers.formulas) {
    for (const patch of patches) {
      const cells = patch.cells.map((row): Entered[] => row.map((text) => text && { formula: String(text) }))
      yield { ...patch, cells }
    }
  }
}

interface Undone extends Pick<Undoing, 'job' | 'ports'> {
  /** Cells that did not take their values. */
  left: number
  /** Cells of rows that moved back. */
  moved: number
}

/** Logs how an undo ended and sums it up. */
function summarizeUndo(plan: UndoPlan, undone: Undone): UndoneRun {
  const { job, ports, left, moved } = undone
  const cellsChanged = Math.max(0, plan.cells - left) + moved
  const warnings = listWarnings(plan, undone)
  const what = cellsChanged === 0 ? 'Nothing had to be undone' : `${pluralize(cellsChanged, 'cell')} undone`
  ports.log(warnings.length > 0 ? 'INFO' : 'SUCCESS', `${what}, back to before run ${job.beforeRunId}.`)
  for (const warning of warnings) ports.log('WARNING', warning)
  const editedCells = job.undoesEdited ? 0 : plan.edited.count
  return {
    ...undoneBy(job, plan.target),
    rows: plan.rows,
    cellsChanged,
    cellsMoved: moved,
    refusedCells: left,
    editedCells,
  }
}

function undoneBy({ beforeRunId, history }: UndoJob, { spreadsheet }: UndoPlan['target']) {
  return {
    kind: 'undone',
    ...NO_COUNTS,
    targetTitle: spreadsheet.title,
    beforeRunId,
    widthAfter: history.widthAfter,
    runsElsewhere: history.runsElsewhere,
  } as const
}

/** Whether an earlier attempt moved the rows back, the last step of an undo. */
function isMovedBack({ ownMoves = [] }: UndoJob, { tab }: UndoPlan['target']): boolean {
  return ownMoves.some(({ to }) => to === tab.rowsVersion)
}

/** The tab of a change set. */
export function changedTab(
  { targetSsId, columns }: Pick<UndoJob['history'], 'targetSsId' | 'columns'>,
  { tabTitle, tab }: UndoPlan['target'],
): ChangedTab {
  return { targetSsId, targetTab: tabTitle, sheetId: tab.sheetId, columns }
}

function listWarnings({ edited, target }: UndoPlan, { job, left }: Undone): string[] {
  const warnings: string[] = []
  const [first] = edited.first
  if (first && !job.undoesEdited) {
    const cell = a1Cell({ tab: target.tabTitle, ...first })
    warnings.push(
      edited.count === 1
        ? `1 cell was edited since and left as it is, ${cell}.`
        : `${pluralize(edited.count, 'cell')} were edited since and left as they are, the first in ${cell}.`,
    )
  }
  if (left > 0) {
    const what =
      left === 1
        ? '1 cell does not hold its previous value'
        : `${pluralize(left, 'cell')} do not hold their previous values`
    warnings.push(`${what}. Remove what prevents it, such as a merge or a table, and undo again.`)
  }
  return warnings
}
