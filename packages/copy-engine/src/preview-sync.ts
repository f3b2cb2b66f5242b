import type { MovedRows } from '#contract/moved-rows.ts'
import type { PreviewedTarget } from '#contract/preview.ts'
import { columnLetters } from '#domain/copy/a1.ts'
import { addToSummary, type ChangeSummary, emptySummary } from '#domain/copy/change-summary.ts'
import { clipRowChange, type RowChange } from '#domain/copy/row-change.ts'
import { describeLeftTable, type TableChange } from '#domain/copy/table-growth.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import { describeFailure } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { SECOND_MS } from '#domain/time.ts'
import { regionOf } from './job/job-shape.ts'
import { withWorkbook } from './job/run-with-workbook.ts'
import type { SyncJob, SyncPorts } from './job/sync-job.ts'
import { describeReport } from './note/report-freshness.ts'
import { planCopy, type ReadPlan } from './plan-copy.ts'
import type { SourceStore } from './sources/source-store.ts'
import type { Provider, Workbook } from './workbook.ts'
import { isLargeEnough, sizeWith } from './write/make-room.ts'
import { countWrites, type WritePlan } from './write/plan-writes.ts'

export interface PreviewPorts extends Pick<SyncPorts, 'signal' | 'tempDir' | 'onProgress' | 'onWait' | 'lastTarget'> {
  /** Takes the rows a run would change, from top to bottom. */
  saveChanges(changes: RowChange[]): Promise<void>
  sources?: Pick<SourceStore, 'read'> | undefined
}

/** The changes a run would make, and the requests it would take. */
export interface SyncPreview extends ChangeSummary {
  /** Changes by target, if rows are handed out. */
  targets?: readonly PreviewedTarget[]
  /** Titles of the spreadsheets and their tabs. */
  source: { title: string; tab: string }
  target: { title: string; tab: string }
  /** Data rows of the source. */
  sourceRows: number
  /** Cells of the region with a value before or after the run. */
  sourceCells: number
  /** Reasons why a run would wait for a person before it writes, the main reason first; empty if it would not wait. */
  holds: readonly Hold[]
  /** The edits of the target since the last run. */
  edits: TargetEdits | undefined
  /** Warnings about parts of the target that may get in the way. */
  warnings: string[]
  /** The names of all columns, and of the columns the last run did not copy (none for a first run). */
  columns: string[]
  newColumns: string[]
  /** Number formats the target's columns would get. */
  formats: { column: string; pattern: string }[]
  createsTab: boolean
  /** The size of the target tab after growing; undefined if it is large enough. */
  growsTo: { rows: number; columns: number } | undefined
  errorCells: number
  /** Whole rows of the target to move; undefined if none would move. */
  rowMoves: MovedRows | undefined
  /** Tables of the target to extend by the rows written below them. */
  tables: readonly TableChange[]
  /** Requests of a run if it finds the same cells. */
  reads: number
  writes: number
  /** Estimated duration of these requests, with the quota left now. */
  seconds: number
  /** The accounts whose access was used. */
  accounts: string[]
}

/**
 * Plans a run as the run itself does, and writes nothing.
 *
 * @throws ProviderError, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function previewSync(provider: Provider, job: SyncJob, ports: PreviewPorts): Promise<SyncPreview> {
  return await withWorkbook(provider, { job, ports: { ...ports, log() {} } }, async (workbook) => {
    const startedAt = performance.now()
    await using stack = new AsyncDisposableStack()
    const plan = await planCopy(workbook, { job, ports, stack, keepsChanges: true, plansHeld: true })
    if (plan.kind === 'skipped') throw new Error('A preview always reads')
    const changes = await summarizeChanges(plan, ports)
    const { write } = plan
    const report = write && (await describeReport({ job, plan }))
    const planned = write ? await presentWrites(plan, write) : NOTHING_PLANNED
    const elapsedMs = performance.now() - startedAt
    return {
      ...presentPlan(plan, job),
      ...changes,
      ...planned,
      warnings: [
        ...plan.sources.warnings,
        ...plan.inTrash.map((file) => describeFailure({ cause: 'in_trash', file })),
        ...planned.warnings,
        ...(report ? [report] : []),
      ],
      ...(await estimateCost(workbook, { plan, ...planned, extraReads: countExtraReads([plan]), elapsedMs })),
    }
  })
}

function presentPlan(
  { source, target, prepared, edits, holds, columns }: ReadPlan,
  job: Pick<SyncJob, 'last' | 'startRow' | 'shape'>,
) {
  const { width: copiedWidth } = job.last.extent
  const { rows, width, errors } = prepared
  return {
    source: { title: source.spreadsheet.title, tab: source.tab.title },
    target: { title: target.spreadsheet.title, tab: target.tabTitle },
    sourceRows: rows,
    sourceCells: rows * Math.max(0, width - regionOf(job).firstColumn + 1),
    holds,
    edits,
    columns,
    newColumns: copiedWidth === undefined ? [] : columns.slice(copiedWidth),
    errorCells: errors.count,
  }
}

type PlannedWrites = Pick<
  SyncPreview,
  'warnings' | 'formats' | 'createsTab' | 'growsTo' | 'rowMoves' | 'tables' | 'writes'
>

export const NOTHING_PLANNED: PlannedWrites = {
  warnings: [],
  formats: [],
  createsTab: false,
  growsTo: undefined,
  rowMoves: undefined,
  tables: [],
  writes: 0,
}

export async function presentWrites(
  { columns, tempFiles, carried }: ReadPlan,
  write: WritePlan,
): Promise<PlannedWrites> {
  const { target, grid, interference, tables } = write
  const { rowCount, columnCount } = sizeWith(grid, target.tab)
  const added = write.formats.missing.filter(({ isNew }) => isNew)
  return {
    warnings: [...interference.warnings, ...tables.left.map(describeLeftTable)],
    formats: added.map(({ column, format: { pattern, type } }) => ({
      column: columns[column - 1] ?? columnLetters(column),
      pattern: pattern || type || '',
    })),
    createsTab: target.tab === undefined,
    growsTo: target.tab && !isLargeEnough(target.tab, grid) ? { rows: rowCount, columns: columnCount } : undefined,
    rowMoves: carried?.moves.listed,
    tables: tables.grown,
    writes: (await countWrites(write, tempFiles)) + Number(carried !== undefined),
  }
}

interface Cost {
  plan: Pick<ReadPlan, 'source' | 'target'>
  writes: number
  /** Number of reads that a run would leave out. */
  extraReads: number
  /** Duration of planning. */
  elapsedMs: number
}

/** Counts the reads that check for room, which only previews make. */
export function countExtraReads(plans: readonly Pick<ReadPlan, 'write'>[]): number {
  return plans.filter(({ write }) => write?.isRoomPreviewed).length
}

/**
 * Estimates the requests and the duration of a run. It makes the reads of its plan, except the reads for room. A write takes
 * about as long as a read.
 */
export async function estimateCost(
  workbook: Workbook,
  { plan: { source, target }, writes, extraReads, elapsedMs }: Cost,
) {
  const reads = workbook.usage.reads - extraReads
  const waits = [
    workbook.quotaWaitMs({ spreadsheet: source.spreadsheet, kind: 'read', count: reads }),
    workbook.quotaWaitMs({ spreadsheet: target.spreadsheet, kind: 'write', count: writes }),
  ]
  const busyMs = (elapsedMs * (reads + writes)) / Math.max(reads, 1)
  const { read, write } = workbook.accessUsed
  return {
    reads,
    seconds: Math.ceil(Math.max(busyMs, ...(await Promise.all(waits))) / SECOND_MS),
    accounts: [...new Set([...read, ...write])],
  }
}

/** Saves the changes inside the region, and counts them. */
export async function summarizeChanges(
  { tempFiles, lastColumn }: ReadPlan,
  { signal, saveChanges }: Pick<PreviewPorts, 'saveChanges' | 'signal'>,
): Promise<ChangeSummary> {
  const summary = emptySummary()
  for await (const rows of tempFiles.changes) {
    signal.throwIfAborted()
    const inside = rows.flatMap((change) => clipRowChange(change, { lastColumn }) ?? [])
    for (const change of inside) addToSummary(summary, change)
    if (inside.length > 0) await saveChanges(inside)
  }
  return summary
}
