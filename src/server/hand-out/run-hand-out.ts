import { computeHeaderRow } from '#domain/copy/region.ts'
import type { Verification } from '#domain/copy/verification.ts'
import { describeHolds } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { describeDelivery, isComplete } from '#domain/hand-out/describe-delivery.ts'
import { isSameValue } from '#domain/hand-out/split-value.ts'
import { pluralize } from '#domain/pluralize.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { addCounts, NO_COUNTS, pickCounts, type RunCounts } from '#domain/runs/run-counts.ts'
import type { PreviewedChanges } from '#engine/compare/compare-with-preview.ts'
import { runWithWorkbook } from '#engine/job/run-with-workbook.ts'
import type { Titles } from '#engine/job/sync-failure.ts'
import type { CopiedRun, HandedOutRun, HeldRun } from '#engine/outcome.ts'
import { recordDataCopy } from '#engine/record/record-data-copy.ts'
import type { SourceRead } from '#engine/sources/read-source.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'
import { copyTargets } from './copy-targets.ts'
import type { HandOutJob, HandOutPorts } from './hand-out-ports.ts'
import type { HandOutRun } from './hand-out-run.ts'
import { findOwners, prepareHandOut } from './prepare-hand-out.ts'
import { proveDelivery, type TargetResult } from './prove-delivery.ts'
import { withTarget } from './target-job.ts'
import { releaseTab, type TargetCopy } from './target-store.ts'

/**
 * Hands out the rows of a source to the targets of their values. Reads the whole source once, before the first write. Then
 * copies each target separately: compares, guards, writes and verifies it. A target that fails or is held does not stop the
 * others.
 *
 * @throws SyncFailure, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function runHandOut(
  google: Google,
  job: HandOutJob,
  ports: HandOutPorts,
): Promise<HandedOutRun | HeldRun> {
  return await runWithWorkbook(google, { job, ports }, (workbook, titles) => handOut(workbook, { job, ports, titles }))
}

interface Run {
  job: HandOutJob
  ports: HandOutPorts
  /** Filled in during the run. */
  titles: Titles
}

async function handOut(workbook: Workbook, { job, ports, titles }: Run): Promise<HandedOutRun | HeldRun> {
  await using stack = new AsyncDisposableStack()
  const prepared = await prepareHandOut(workbook, { job, ports, stack })
  const { source, grouped, targets, unmatched, read } = prepared
  titles.sourceTitle = source.source.spreadsheet.title
  const [hold, ...others] = prepared.holds
  if (hold) {
    ports.log('WARNING', describeHolds([hold, ...others]))
    return { kind: 'held', holds: [hold, ...others], rows: grouped.rows, ...titles }
  }
  if (read.renamedFrom !== undefined)
    ports.log(
      'INFO',
      `The source tab "${read.renamedFrom}" is named "${source.source.tab.title}" now, and is still used.`,
    )
  const files = listFiles(targets)
  await ports.takePlaces(files)
  // A task may have written to the targets while this run waited.
  const stored = job.handOut.targetsFrom ? (await ports.targets.read()).targets : prepared.stored
  const takenTabs = await ports.targets.takenTabs(files)
  const owners = findOwners({ ...prepared, job, stored })
  const run: HandOutRun = { workbook, job, ports, source, grouped, takenTabs, owners }
  const { results, outcomes, edits } = await copyTargets(run, { targets, stored })
  throwIfAllFailed(results)
  titles.targetTitle = findTargetTitle(results, job)
  await releaseTabs(stored, { targets, ports })
  const counts = outcomes.reduce<RunCounts>(addCounts, NO_COUNTS)
  await ports.targets.saveSource(read.remembered, read.readAllAt)
  if (counts.cellsChanged > 0 || !source.isUnchanged) await storeRows(source, { job, ports })
  const difference = ports.previewed && describeDifference(ports.previewed, results)
  if (difference) ports.log('INFO', difference)
  const delivery = proveDelivery({ results, unmatched, grouped, job })
  const warnings = countWarnings(results)
  const isProven = isComplete(delivery) && delivery.waiting_rows === 0
  ports.log(!isProven ? 'WARNING' : warnings > 0 ? 'INFO' : 'SUCCESS', describeDelivery(delivery))
  return {
    kind: 'handedOut',
    rows: grouped.rows,
    delivery,
    holds: results.flatMap(listTargetHolds),
    failed: results.flatMap(({ target: { value }, end }) =>
      end?.kind === 'failed' ? [{ value, failure: end.failure }] : [],
    ),
    warnings,
    verified: isProven ? findEarliest(outcomes) : undefined,
    ...(read.renamedFrom !== undefined && { renamed: { sourceTab: source.source.tab.title } }),
    ...(edits && { edits }),
    ...pickCounts(counts),
    ...titles,
  }
}

/** Lists the spreadsheets of targets without repeats. */
export function listFiles(targets: readonly HandOutTarget[]): string[] {
  return [...new Set(targets.map(({ targetSsId }) => targetSsId))]
}

interface Release {
  targets: readonly HandOutTarget[]
  ports: Pick<HandOutPorts, 'targets'>
}

/** Gives up the tabs of values without a target now, so other tasks may write there. */
async function releaseTabs(stored: ReadonlyMap<string, TargetCopy>, { targets, ports }: Release): Promise<void> {
  const keys = new Set(targets.map(({ key }) => key))
  for (const [key, copy] of stored)
    if (!keys.has(key) && (copy.tab || copy.left.extent.width !== undefined))
      await ports.targets.saveTarget(key, releaseTab(copy))
}

/**
 * Compares a run with its preview by the number of cells in each target. Leaves out targets that were not copied or were copied
 * in two steps. Returns undefined if no target remains.
 */
function describeDifference({ targets = [] }: PreviewedChanges, results: readonly TargetResult[]): string | undefined {
  const compared = results.flatMap(({ target, end, copies, keptRows }) => {
    if ((end && end.kind !== 'copied') || copies > 1 || keptRows > 0) return []
    const planned = targets.find(({ value }) => isSameValue(value, target.value))
    return [{ previewed: planned?.cells ?? 0, changed: end?.outcome.cellsChanged ?? 0 }]
  })
  if (compared.length === 0) return undefined
  const previewed = compared.reduce((sum, { previewed: cells }) => sum + cells, 0)
  const changed = compared.reduce((sum, { changed: cells }) => sum + cells, 0)
  const isSame = compared.every((target) => target.previewed === target.changed)
  if (isSame) return `Source and targets are as in the preview: ${pluralize(changed, 'cell')} to change.`
  const [before, now] = [pluralize(previewed, 'cell'), changed.toLocaleString('en-US')]
  return `Source or targets changed since the preview. The preview had ${before} to change, this run changed ${now}.`
}

/** Lists the holds of a single target. Other targets may have been copied. */
function listTargetHolds({ target, end }: TargetResult): Hold[] {
  if (end?.kind !== 'held') return []
  return end.holds.map((hold) => ({ ...withTarget(hold, target), keepsItsRows: true }))
}

/**
 * Reports a cause shared by all targets as the cause of the run.
 *
 * @throws ProviderError
 */
function throwIfAllFailed(results: readonly TargetResult[]): void {
  const ends = results.flatMap(({ end }) => end ?? [])
  const [first] = ends
  if (first?.kind === 'failed' && ends.every(({ kind }) => kind === 'failed')) throw first.error
}

/** Finds the title of the task's own target spreadsheet if a target is in it. */
function findTargetTitle(results: readonly TargetResult[], { target: whole }: HandOutJob): string {
  const own = results.find(({ target, end }) => target.targetSsId === whole.id && end?.kind === 'copied')
  return own?.end?.kind === 'copied' ? own.end.outcome.targetTitle : ''
}

/** Counts error cells, unread texts and files in the trash, which need a person although the rows arrived. */
function countWarnings(results: readonly TargetResult[]): number {
  return results.reduce((sum, { end }) => {
    if (end?.kind !== 'copied') return sum
    const { errorCells, unreadCells, inTrash = [] } = end.outcome
    return sum + errorCells + unreadCells + inTrash.length
  }, 0)
}

/** Finds the earliest verification, because targets are only as fresh as the target compared first. */
function findEarliest(outcomes: readonly CopiedRun[]): Verification | undefined {
  const seen = outcomes.flatMap(({ verified }) => verified ?? [])
  return seen.toSorted((one, other) => one.compared.from.getTime() - other.compared.from.getTime())[0]
}

/** Stores the rows of the source for inspection. */
async function storeRows(source: SourceRead, { job, ports }: Pick<Run, 'job' | 'ports'>): Promise<void> {
  const { header, shownHeader = header, width, rows, lastRow } = source
  const { formats } = await source.layout()
  const columns = columnNames(shownHeader, width)
  await recordDataCopy({
    ports,
    columns,
    formats,
    rows,
    rowCount: lastRow - computeHeaderRow(job.startRow),
    firstColumn: 1,
  })
}
