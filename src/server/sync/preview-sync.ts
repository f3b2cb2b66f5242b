import { columnLetters } from '#domain/copy/a1.ts'
import { addToSummary, type ChangeSummary, emptySummary } from '#domain/copy/change-summary.ts'
import type { Move } from '#domain/copy/move.ts'
import { clipRowChange, type RowChange } from '#domain/copy/row-change.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Google } from '#server/google/google.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Tab } from '#server/google/spreadsheet.ts'
import { columnNames } from './column-names.ts'
import { isSameSource } from './copy-memory.ts'
import { findInterference } from './find-interference.ts'
import { guardCopy } from './guard-copy.ts'
import { judgeEdits, reasonToHoldEdits } from './judge-edits.ts'
import { checkRoom } from './make-room.ts'
import { type Ends, withEnds } from './open-ends.ts'
import { planMoves } from './plan-moves.ts'
import { averageRow, type PreparedCopy } from './prepare-copy.ts'
import type { SourceLayout, TargetLayout } from './read-layouts.ts'
import type { Target } from './resolve-tabs.ts'
import type { Scratch } from './scratch.ts'
import { missingFormats } from './set-formats.ts'
import { considerSkip, readsToRemember } from './skip-untouched.ts'
import type { SyncJob, SyncPorts } from './sync-job.ts'
import { type Bounds, type Changes, hasChanges, requestsOf } from './write-changes.ts'

export interface PreviewPorts
  extends Pick<SyncPorts, 'signal' | 'scratchDir' | 'onProgress' | 'onWait' | 'lastTarget'> {
  /** Takes the rows that a run would change, from top to bottom. */
  saveChanges(changes: RowChange[]): Promise<void>
}

/** What a run would do, and what it would take. */
export interface SyncPreview extends ChangeSummary {
  /** Titles of the spreadsheets and their tabs. */
  source: { title: string; tab: string }
  target: { title: string; tab: string }
  /** Data rows of the source. */
  sourceRows: number
  /** Cells of the region that have a value before or after the run. */
  sourceCells: number
  /** Why a run would wait for a person before it writes; undefined if it would not. */
  holdReason: string | undefined
  /** What someone did to the target since the last run. */
  edits: TargetEdits | undefined
  /** What in the target may get in the way. */
  warnings: string[]
  /** The names of all columns, and of those that the last run did not copy; the latter is empty for a first run. */
  columns: string[]
  newColumns: string[]
  /** Number formats that the target's columns would get. */
  formats: { column: string; pattern: string }[]
  createsTab: boolean
  /** The size that the target tab would grow to; undefined if it is large enough. */
  growsTo: { rows: number; columns: number } | undefined
  errorCells: number
  /** Cells that the target has at another place, which a run moves instead of writing them. */
  moves: readonly Move[]
  /** Requests of a run that meets the same cells. */
  reads: number
  writes: number
  /** How long these take, with the quota that is left now. */
  seconds: number
  /** Whose access was used. */
  accounts: string[]
}

/**
 * Reads and compares as a run does, and writes nothing.
 *
 * @throws ProviderError, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function previewSync(
  google: Pick<Google, 'connect'>,
  job: SyncJob,
  ports: PreviewPorts,
): Promise<SyncPreview> {
  const ended = new AbortController()
  const signal = AbortSignal.any([ports.signal, ended.signal])
  const { accounts, owner } = job
  const onWait: SyncPorts['onWait'] = (until) => ended.signal.aborted || ports.onWait(until)
  try {
    return await preview(google.connect({ accounts, owner, signal, onWait, log() {} }), { job, ports })
  } catch (error) {
    ports.signal.throwIfAborted()
    throw error
  } finally {
    // Requests run concurrently: when one fails, the others must stop.
    ended.abort()
  }
}

interface Preview {
  job: SyncJob
  ports: PreviewPorts
}

/** Relies on what the last run left as far as the next run will, so that it takes as many requests. */
async function preview(client: SheetsClient, options: Preview): Promise<SyncPreview> {
  const startedAt = performance.now()
  const { sourceVersion } = await considerSkip(client, { ...options.job, maySkip: false })
  const { totals, source, target, extraReads, writes } = await withEnds(client, options.job, (ends) =>
    previewBetween(client, ends, { ...options, sourceVersion }),
  )
  const reads = client.usage.reads + extraReads
  const elapsedMs = performance.now() - startedAt
  const waits = [
    client.quotaWaitMs({ spreadsheet: source.spreadsheet, kind: 'read', count: reads }),
    client.quotaWaitMs({ spreadsheet: target.spreadsheet, kind: 'write', count: writes }),
  ]
  // A write takes about as long as a read.
  const busyMs = (elapsedMs * (reads + writes)) / Math.max(client.usage.reads, 1)
  return {
    ...totals,
    reads,
    writes,
    seconds: Math.ceil(Math.max(busyMs, ...(await Promise.all(waits))) / SECOND_MS),
    accounts: [...new Set([...client.accessUsed.read, ...client.accessUsed.write])],
  }
}

interface VersionedPreview extends Preview {
  sourceVersion: string | undefined
}

async function previewBetween(client: SheetsClient, ends: Ends, { job, ports, sourceVersion }: VersionedPreview) {
  const { source, layouts, memory, sample } = ends
  await using stack = new AsyncDisposableStack()
  const { onProgress, scratchDir, lastTarget } = ports
  const tabs = { source, target: ends.target, job, sample, memory }
  const options = { ...tabs, onProgress, scratchDir, stack, keepsChanges: true, lastTarget }
  const { prepared, scratch, holdReason } = await guardCopy(client, options)
  const edits = await judgeEdits(client, { found: prepared.edits, target: layouts.currentTarget })
  const { width, targetVersion } = prepared
  const lastColumn = Math.max(width, job.lastWidth ?? 0)
  const columns = columnNames(prepared.header, width)
  const isEqual = memory !== undefined && !(await hasChanges(scratch, { lastColumn }))
  // The data copy shows dates as the source formats them.
  if (isEqual && !isSameSource(prepared.read, memory)) await layouts.source()
  const extraReads = isEqual ? readsToRemember({ source, memory, sourceVersion, targetVersion }) : 0
  const planned = isEqual
    ? { ...NOTHING_PLANNED, target: ends.target }
    : await planWrites(client, { layouts, job, prepared, scratch, columns, lastColumn })
  const { target, warnings, shape, moves, writes, bounds = { lastColumn, protectedAreas: [] } } = planned
  const totals = {
    ...(await summarizeChanges({ scratch, bounds, ports })),
    ...shape,
    source: { title: source.spreadsheet.title, tab: source.tab.title },
    target: { title: target.spreadsheet.title, tab: target.tabTitle },
    sourceRows: prepared.rows,
    sourceCells: prepared.rows * width,
    holdReason: holdReason ?? reasonToHoldEdits(edits, job),
    edits,
    warnings,
    moves,
    columns,
    newColumns: job.lastWidth === undefined ? [] : columns.slice(job.lastWidth),
    errorCells: prepared.errors.count,
  }
  return { totals, source, target, extraReads, writes }
}

interface PlannedWrites {
  target: Target
  warnings: string[]
  shape: TargetChanges['shape']
  moves: readonly Move[]
  writes: number
  bounds?: Bounds
}

const NOTHING_PLANNED: Omit<PlannedWrites, 'target'> = {
  warnings: [],
  shape: { createsTab: false, growsTo: undefined, formats: [] },
  moves: [],
  writes: 0,
}

interface PlanOptions {
  layouts: Ends['layouts']
  job: SyncJob
  prepared: PreparedCopy
  scratch: Scratch
  columns: string[]
  lastColumn: number
}

/** What the run would write, and what in the target is in its way. */
async function planWrites(client: SheetsClient, options: PlanOptions): Promise<PlannedWrites> {
  const { layouts, job, prepared, scratch, columns, lastColumn } = options
  const [sourceLayout, targetLayout] = await Promise.all([layouts.source(), layouts.target()])
  const target = await layouts.currentTarget()
  const bounds = { lastColumn, protectedAreas: targetLayout.protectedAreas }
  await checkRoom(client, { target, grid: { rows: prepared.lastRow, columns: prepared.width } })
  const interference = await findInterference(client, {
    target,
    layout: targetLayout,
    changes: scratch,
    bounds,
    startRow: job.startRow,
    sample: averageRow(prepared),
  })
  const { shape, writes } = targetChanges(prepared, { target, job, columns, sourceLayout, targetLayout })
  const ready = target.tab && { ...target, tab: enlarged(target.tab, prepared) }
  const free = { layout: targetLayout, interference, changes: scratch, bounds }
  const movePlan = ready && (await planMoves({ found: prepared.moves, target: ready, ...free }))
  const cellWrites = await countWrites({ target, changes: movePlan?.rest ?? scratch, bounds })
  const { moves = [] } = movePlan ?? {}
  const moveWrites = Number(movePlan !== undefined)
  return { target, warnings: interference.warnings, shape, moves, writes: writes + moveWrites + cellWrites, bounds }
}

/** As a run enlarges the tab before it writes. */
function enlarged(tab: Tab, { lastRow, width }: PreparedCopy): Tab {
  return { ...tab, rowCount: Math.max(lastRow, tab.rowCount), columnCount: Math.max(width, tab.columnCount) }
}

interface ChangesOptions {
  scratch: Scratch
  bounds: Bounds
  ports: Pick<PreviewPorts, 'saveChanges' | 'signal'>
}

async function summarizeChanges({ scratch, bounds, ports }: ChangesOptions): Promise<ChangeSummary> {
  const summary = emptySummary()
  for await (const rows of scratch.changes) {
    ports.signal.throwIfAborted()
    const inside = rows.flatMap((change) => clipRowChange(change, bounds) ?? [])
    for (const change of inside) addToSummary(summary, change)
    if (inside.length > 0) await ports.saveChanges(inside)
  }
  return summary
}

interface TargetChanges {
  shape: Pick<SyncPreview, 'createsTab' | 'growsTo' | 'formats'>
  /** Requests that this takes. */
  writes: number
}

interface TargetOptions {
  target: Target
  job: SyncJob
  columns: string[]
  sourceLayout: SourceLayout
  targetLayout: TargetLayout
}

/** What a run changes besides values. */
function targetChanges(
  { lastRow, width }: PreparedCopy,
  { target: { tab }, job, columns, sourceLayout, targetLayout }: TargetOptions,
): TargetChanges {
  const size = { rows: Math.max(lastRow, tab?.rowCount ?? 1), columns: Math.max(width, tab?.columnCount ?? 1) }
  const grows = tab && (size.rows > tab.rowCount || size.columns > tab.columnCount)
  const formats = missingFormats({
    rowCount: size.rows,
    previousRows: tab?.rowCount ?? 0,
    columns: width,
    startRow: job.startRow,
    sourceLayout,
    targetLayout,
  })
  // A column with a format of its own keeps it; only the rows appended to it need it again.
  const added = formats.filter(({ column }) => !targetLayout.formats[column - 1])
  const shape = {
    createsTab: tab === undefined,
    growsTo: grows ? size : undefined,
    formats: added.map(({ column, numberFormat: { pattern, type } }) => ({
      column: columns[column - 1] ?? columnLetters(column),
      pattern: pattern || type || '',
    })),
  }
  return { shape, writes: Number(grows ?? true) + Number(formats.length > 0) }
}

interface WritesOptions {
  target: Target
  changes: Changes
  bounds: Bounds
}

async function countWrites({ target, changes, bounds }: WritesOptions): Promise<number> {
  let count = 0
  for await (const _request of requestsOf({ tabTitle: target.tabTitle, changes, bounds })) count += 1
  return count
}
