import { quotedTab } from '#domain/copy/a1.ts'
import { type Area, areaNames } from '#domain/copy/area.ts'
import { dateKindOf } from '#domain/copy/date-text.ts'
import type { TargetState } from '#domain/copy/target-state.ts'
import type { Google } from '#server/google/google.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { columnNames } from './column-names.ts'
import { describePreviewDifference } from './compare-with-preview.ts'
import { type CopyMemory, isSameSource, rememberCopy } from './copy-memory.ts'
import { openCopyRecord } from './copy-record.ts'
import { findInterference } from './find-interference.ts'
import { guardCopy } from './guard-copy.ts'
import { describeEdits, judgeEdits, reasonToHoldEdits } from './judge-edits.ts'
import type { Layouts } from './layouts.ts'
import { type Copied, makeEqual } from './make-equal.ts'
import { makeRoom } from './make-room.ts'
import { describeMoves } from './move-cells.ts'
import { type Ends, withEnds } from './open-ends.ts'
import { planMoves } from './plan-moves.ts'
import { averageRow, type PreparedCopy } from './prepare-copy.ts'
import type { SourceLayout } from './read-layouts.ts'
import { recordDataCopy } from './record-data-copy.ts'
import type { Source, Target } from './resolve-tabs.ts'
import { runWithClient } from './run-with-client.ts'
import type { Scratch } from './scratch.ts'
import { setFormats } from './set-formats.ts'
import { considerSkip, SKIPPED, versionsToRemember } from './skip-untouched.ts'
import { summarizeRun } from './summarize-run.ts'
import type { PartialRun } from './sync-failure.ts'
import type { SyncJob, SyncOutcome, SyncPorts } from './sync-job.ts'
import { hasChanges } from './write-changes.ts'

interface Run {
  job: SyncJob
  ports: SyncPorts
  /** Updated as the run learns more. */
  partial: PartialRun
}

/**
 * Makes the target's columns equal the source's from the start row down, and touches nothing else. The whole source is
 * read and checked before the first write, values are written before anything is cleared, and rows below the source's
 * last one are cleared at the end. Wherever an attempt ends, a later run makes the target exact.
 *
 * @throws SyncFailure, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function runSync(google: Google, job: SyncJob, ports: SyncPorts): Promise<SyncOutcome> {
  return await runWithClient(google, { job, ports }, (client, partial) => copy(client, { job, ports, partial }))
}

async function copy(client: SheetsClient, run: Run): Promise<SyncOutcome> {
  const { job, ports } = run
  const skip = await considerSkip(client, job)
  if (skip.outcome) {
    ports.log('SUCCESS', SKIPPED)
    return skip.outcome
  }
  const { sourceVersion } = skip
  return await withEnds(client, job, (ends) => copyBetween(client, { ...ends, sourceVersion }, run))
}

interface VersionedEnds extends Ends {
  /** Of the source's file, asked before its cells are read. */
  sourceVersion: string | undefined
}

async function copyBetween(
  client: SheetsClient,
  ends: VersionedEnds,
  { job, ports, partial }: Run,
): Promise<SyncOutcome> {
  const { source, target, layouts, memory, sourceVersion, sample } = ends
  logStart({ source, target, ports, partial })
  await using stack = new AsyncDisposableStack()
  const { onProgress, scratchDir, log, previewed, lastTarget } = ports
  const keepsChanges = previewed !== undefined
  const options = { source, target, job, sample, memory, onProgress, scratchDir, stack, keepsChanges, lastTarget }
  const { prepared, scratch, holdReason: sourceReason } = await guardCopy(client, options)
  const edits = await judgeEdits(client, { found: prepared.edits, target: layouts.currentTarget })
  const editReason = sourceReason === undefined ? reasonToHoldEdits(edits, job) : undefined
  const holdReason = sourceReason ?? editReason
  const lastColumn = Math.max(prepared.width, job.lastWidth ?? 0)
  if (previewed) log('INFO', await describePreviewDifference({ previewed, scratch, bounds: { lastColumn } }))
  if (edits && editReason !== describeEdits(edits)) log('INFO', describeEdits(edits))
  const run = { prepared, source, target, partial, log, holdReason, isTargetInDoubt: editReason !== undefined, edits }
  if (holdReason !== undefined) return { ...summarizeRun({ ...run, copied: undefined }), ...remembersNothing(memory) }

  const isEqual = memory !== undefined && !(await hasChanges(scratch, { lastColumn }))
  const versions = isEqual
    ? await versionsToRemember(client, { source, memory, sourceVersion, targetVersion: prepared.targetVersion })
    : {}
  const written = isEqual
    ? { copied: NOTHING_CHANGED, target: { ...target, tab: target.tab ?? memory.target.tab } }
    : await write(client, { layouts, job, ports, prepared, scratch, partial })
  let left: TargetState | undefined
  if (!isEqual || !isSameSource(prepared.read, memory)) {
    const columns = columnNames(prepared.header, prepared.width)
    const { formats } = await layouts.source()
    await recordDataCopy({ ports, columns, formats, rows: scratch.rows, rowCount: prepared.rows })
    left = targetStateOf({ prepared, formats, job, lastColumn, target: written.target })
  }
  const isSeenEqual = written.copied.differences.count === 0
  const outcome = { ...summarizeRun({ ...run, copied: written.copied }), ...(left && isSeenEqual && { left }) }
  if (outcome.status !== 'Success') return { ...outcome, ...remembersNothing(memory) }
  const current = isEqual ? source : await layouts.currentSource()
  const copied = rememberCopy({ source: current, target: written.target, read: prepared.read, versions })
  return { ...outcome, memory: copied, hasReadAll: memory === undefined }
}

interface LeftTarget {
  prepared: PreparedCopy
  formats: SourceLayout['formats']
  job: SyncJob
  lastColumn: number
  target: Target
}

/** What the next run may compare the target with, to find cells that someone edited. */
function targetStateOf({ prepared, formats, job, lastColumn, target: { tab } }: LeftTarget): TargetState | undefined {
  if (!tab) return undefined
  const kinds = Array.from({ length: lastColumn }, (_, at) => dateKindOf(formats[at]) ?? null)
  const { sheetId, rowCount: gridRows, columnCount: gridColumns } = tab
  const { header } = prepared
  return { sheetId, gridRows, gridColumns, startRow: job.startRow, header, width: lastColumn, kinds }
}

const NOTHING_CHANGED: Copied = { cellsChanged: 0, differences: { count: 0, first: undefined } }

const remembersNothing = (memory: CopyMemory | undefined) => ({ memory: undefined, hasReadAll: memory === undefined })

interface Started extends Pick<Run, 'ports' | 'partial'> {
  source: Source
  target: Target
}

function logStart({ source, target, ports, partial }: Started): void {
  const isStarted = partial.sourceTitle !== ''
  partial.sourceTitle = source.spreadsheet.title
  partial.targetTitle = target.spreadsheet.title
  if (isStarted) return
  const [from, to] = [tabName(source.spreadsheet, source.tab.title), tabName(target.spreadsheet, target.tabTitle)]
  ports.log('INFO', `Copying ${from} to ${to}.`)
}

interface PreparedRun extends Run {
  layouts: Layouts
  prepared: PreparedCopy
  scratch: Scratch
}

async function write(client: SheetsClient, { layouts, job, ports, prepared, scratch, partial }: PreparedRun) {
  const { log, scratchDir } = ports
  const { startRow } = job
  const { lastRow, width } = prepared
  const [sourceLayout, targetLayout] = await Promise.all([layouts.source(), layouts.target()])
  const [source, target] = [await layouts.currentSource(), await layouts.currentTarget()]
  partial.sourceTitle = source.spreadsheet.title
  partial.targetTitle = target.spreadsheet.title
  const { protectedAreas } = targetLayout
  const bounds = { lastColumn: Math.max(width, job.lastWidth ?? 0), protectedAreas }
  const interference = await findInterference(client, {
    target,
    layout: targetLayout,
    changes: scratch,
    bounds,
    startRow,
    sample: averageRow(prepared),
  })
  for (const warning of interference.warnings) log('WARNING', warning)
  const merges = sourceLayout.merges.filter(({ lastRow: end }) => end >= startRow)
  if (merges.length > 0) log('INFO', describeSourceMerges(merges))

  await using record = openCopyRecord(client, { target, bounds, interference, prepared, ports })
  const recordUpTo = await record.prepare(scratch)
  await ports.willWrite({ width })
  const ready = await makeRoom(client, { target, grid: { rows: lastRow, columns: width } })
  await record.roomMade(ready)
  const previousRows = target.tab?.rowCount ?? 0
  await setFormats(client, {
    target: ready,
    previousRows,
    columns: width,
    startRow,
    sourceLayout,
    targetLayout,
    log,
    beforeSetting: record.formats,
  })
  const expected = { startRow, header: prepared.header, rows: scratch.rows }
  const free = { target: ready, layout: targetLayout, interference, bounds }
  const movePlan = job.hasLateWrite ? undefined : await planMoves({ found: prepared.moves, changes: scratch, ...free })
  if (movePlan) log('INFO', describeMoves(movePlan.moves))
  const onWritten = (row: number) => ports.onProgress(writingProgress(row, prepared))
  const copied = await makeEqual(client, {
    target: ready,
    changes: scratch,
    movePlan,
    expected,
    bounds,
    interference,
    recordUpTo,
    prepareRecord: (found) => record.prepareAgain(found, ready),
    scratchDir,
    onWritten,
  })
  return { copied, target: ready }
}

function describeSourceMerges(areas: readonly Area[]): string {
  const names = areaNames({ areas, count: areas.length })
  return areas.length === 1
    ? `${names} of the source is merged: its value is copied to the first of its cells, the others stay empty.`
    : `${names} of the source are merged: their values are copied to the first of their cells, the others stay empty.`
}

function tabName({ title }: { title: string }, tab: string): string {
  return `${quotedTab(tab)} of "${title}"`
}

/** Cells are cleared after all values are written, so a row reported as done stays done. */
function writingProgress(row: number, { rows, firstDataRow }: PreparedCopy) {
  return { rowsDone: Math.min(row - firstDataRow + 1, rows), rowsTotal: rows, phase: 'writing' } as const
}
