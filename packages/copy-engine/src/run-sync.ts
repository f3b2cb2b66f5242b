import { isDeepStrictEqual } from 'node:util'
import { detectDateKind } from '#domain/copy/date-text.ts'
import type { Tab } from '#domain/copy/spreadsheet.ts'
import { storableText } from '#domain/copy/storable-text.ts'
import type { TargetState } from '#domain/copy/target-state.ts'
import type { Verification } from '#domain/copy/verification.ts'
import { describeHolds } from '#domain/failures/failure.ts'
import { baselineWithoutCells } from '#domain/guards/baseline.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { applyByKey } from './apply-by-key.ts'
import { applyPlan } from './apply-plan.ts'
import { SKIPPED } from './compare/skip-untouched.ts'
import { regionOf } from './job/job-shape.ts'
import { runWithWorkbook } from './job/run-with-workbook.ts'
import type { Titles } from './job/sync-failure.ts'
import type { SyncJob, SyncPorts } from './job/sync-job.ts'
import type { LastCopy } from './last-copy/last-copy.ts'
import { logPlan, logStart } from './log-plan.ts'
import { findMode } from './modes/modes.ts'
import { reportFreshness, stateOf, updateReportedState } from './note/report-freshness.ts'
import type { CopiedRun, HeldRun, SkippedRun, SyncOutcome, TabNames } from './outcome.ts'
import { planCopy, type ReadPlan } from './plan-copy.ts'
import { isTemporary, ProviderError } from './provider-error.ts'
import { recordDataCopy } from './record/record-data-copy.ts'
import type { ReadUnion } from './sources/read-union.ts'
import { rememberCopy } from './tabs/copy-memory.ts'
import type { ReadyTarget, TabChange } from './tabs/resolve-tabs.ts'
import type { Provider, Workbook } from './workbook.ts'
import { findRejectedCells } from './write/find-rejected-cells.ts'
import { type Copied, NOTHING_COPIED } from './write/make-equal.ts'
import { summarizeCopy } from './write/summarize-copy.ts'

interface Run {
  job: SyncJob
  /** The source, if it was read before. */
  given?: ReadUnion
  ports: SyncPorts
  /** Titles of the spreadsheets, filled in as they are read. */
  titles: Titles
}

/**
 * Makes the target's columns equal the source's from the start row down, and touches nothing else. The whole source is
 * read and checked before the first write, values are written before anything is cleared, and rows below the source's
 * last row are cleared at the end. Wherever an attempt ends, a later run makes the target exact.
 *
 * @throws SyncFailure, NodeFault, or the signal's reason soon after it is aborted; any other error is a bug
 */
export async function runSync(provider: Provider, job: SyncJob, ports: SyncPorts): Promise<SyncOutcome> {
  return await runWithWorkbook(provider, { job, ports }, (workbook, titles) =>
    copyWithWorkbook(workbook, { job, ports, titles }).catch((error) => reportFailure(workbook, { job, ports, error })),
  )
}

/** Updates the state that readers of the target see after a failed run. @throws the error */
async function reportFailure(
  workbook: Workbook,
  { job, ports, error }: Omit<Run, 'titles'> & { error: unknown },
): Promise<never> {
  if (error instanceof ProviderError && !isTemporary(error) && !ports.signal.aborted) {
    const file = { id: job.target.id, title: '' }
    await updateReportedState(workbook, { job, file, tabTitle: job.target.tab, ports, state: 'Failing' })
  }
  throw error
}

/** Copies with a workbook that ends later. @throws ProviderError, NodeFault */
export async function copyWithWorkbook(workbook: Workbook, run: Run): Promise<CopiedRun | HeldRun | SkippedRun> {
  const { job, ports, titles } = run
  await using stack = new AsyncDisposableStack()
  let readFrom = ports.now()
  const planFor = (planned: SyncJob) =>
    planCopy(workbook, {
      job: planned,
      given: run.given,
      ports,
      stack,
      keepsChanges: ports.previewed !== undefined,
      plansHeld: false,
      onOpened: (tabs) => {
        readFrom = ports.now()
        logStart(tabs, run)
      },
    })
  const plan = await planFor(job)
  const compared = { from: readFrom, to: ports.now() }
  if (plan.kind === 'skipped') {
    ports.log('SUCCESS', SKIPPED)
    return plan
  }
  titles.sourceTitle = plan.source.spreadsheet.title
  titles.targetTitle = plan.target.spreadsheet.title
  await logPlan(plan, ports)
  const { write } = plan
  const from = ports.now()
  const { copied, plan: ended } =
    plan.holds.length > 0 || !write
      ? { copied: NOTHING_COPIED, plan }
      : plan.prepared.keyed
        ? await applyByKey(workbook, { plan, job, ports, replan: planFor })
        : await applyWhole(workbook, { plan, write, ports })
  const [hold, ...others] = ended.holds
  if (hold) {
    ports.log('WARNING', describeHolds(ended.holds))
    await reportFreshness(workbook, { job, plan: ended, ports, state: 'Held until someone decides' })
    const { prepared, edits } = ended
    return { kind: 'held', holds: [hold, ...others], rows: prepared.rows, edits, ...titles }
  }
  const written = copied.cellsChanged > 0 ? { from, to: ports.now() } : undefined
  const seen = { compared, written }
  const outcome = await endCopy(workbook, { ...run, job: plan.job, plan: ended, copied, seen })
  // Without planned writes, the target is as the last run reported.
  if (write)
    await reportFreshness(workbook, {
      ...run,
      plan: ended,
      state: stateOf(outcome),
      seen: outcome.verified,
      copiedAt: written?.to,
    })
  return outcome
}

async function applyWhole(workbook: Workbook, options: Parameters<typeof applyPlan>[1]) {
  const { copied, target } = await applyPlan(workbook, options)
  return { copied, plan: { ...options.plan, target } }
}

interface EndedCopy extends Run {
  plan: ReadPlan
  copied: Copied
  seen: Verification
}

/** Stores the data copy, logs how the copy ended, and returns the state the next run may rely on. */
async function endCopy(workbook: Workbook, { job, ports, titles, plan, copied, seen }: EndedCopy): Promise<CopiedRun> {
  const { source, sources, target, prepared, tempFiles, columns, formats, versions, hasReadAll } = plan
  const { firstColumn } = regionOf(job)
  const { unchangedRows, rows: rowCount } = prepared
  const stored = { columns, formats: formats ?? [], rows: tempFiles.rows, firstColumn, rowCount }
  const previous = hasReadAll || plan.carried ? {} : { unchangedRows, memory: job.last.memory }
  const shown = formats
    ? await recordDataCopy({ ports, ...stored, ...previous })
    : { dateKinds: job.last.memory?.dateKinds }
  const { differences, conversion, rejectedCells } = await findRejectedCells(workbook, {
    target,
    copied,
    rejected: prepared.rejected,
  })
  const verified = differences.count === 0 ? seen : undefined
  const ended = { ...plan, copied: { ...copied, differences }, verified, conversion }
  const summary = summarizeCopy({ ...ended, titles, usage: workbook.usage, ports })
  const { addsRows, isInPlace } = findMode(job.shape)
  const targetState = summary.refusedCells === 0 && isInPlace ? buildTargetState(plan, job) : undefined
  const isSameRejected = !isInPlace || !job.keepsCells || isDeepStrictEqual(rejectedCells, job.last.rejected)
  const outcome = {
    ...summary,
    left: {
      ...job.last,
      tabs: { source: tabId(source.tab), target: target.tab ? tabId(target.tab) : job.last.tabs.target },
      extent: {
        rows: prepared.rows,
        width: prepared.width,
        filledRow: prepared.lastRow,
        errorCells: summary.errorCells,
      },
      rejected: isSameRejected ? job.last.rejected : rejectedCells,
      memory: undefined,
    },
    wasAccepted: plan.wasAccepted,
    targetState,
    renamed: renamesIn(plan, job),
    ...appendedIn(plan),
    ...sources.reported,
    hasReadAll,
  }
  if (summary.refusedCells > 0 || !target.tab) return outcome
  if (ports.sources) await sources.store(ports.sources)
  const ready = { ...target, tab: target.tab }
  // Error cells and unread cells make every run end in a warning, so a run of this source is never skipped.
  const known = summary.errorCells + summary.unreadCells === 0 ? versions : { ...versions, sourceVersion: undefined }
  const read = addsRows ? undefined : rememberCopy({ source, target: ready, read: prepared.read, versions: known })
  const memory = read && (await sources.complete({ ...read, ...shown }))
  return { ...outcome, left: { ...outcome.left, ...judgedIn(plan, { target: ready, job }), memory } }
}

function appendedIn({ job, target, prepared }: ReadPlan): Pick<CopiedRun, 'appended'> {
  const { append, place } = job.shape ?? {}
  if (!append || !place) return {}
  const rowCount = Math.max(prepared.rows, append.own?.rowCount ?? 0)
  const { searchedFrom } = place
  const sheetId = target.tab?.sheetId ?? null
  return { appended: { ...regionOf(job), rowCount, time: append.time, sheetId, searchedFrom } }
}

/** Builds the baseline and the measures for the guards of the next copy. */
function judgedIn({ source, judged }: ReadPlan, { target, job }: Left): Pick<LastCopy, 'baseline' | 'measures'> {
  const { found, measures } = judged
  const { last, keepsCells } = job
  const whole = { source: tabId(source.tab), target: tabId(target.tab), ...found }
  const baseline = keepsCells ? whole : baselineWithoutCells(whole)
  const isSame = isDeepStrictEqual(baseline, last.baseline)
  return isSame
    ? { baseline: last.baseline, measures: last.measures }
    : { baseline, measures: [measures, ...last.measures] }
}

interface Left {
  target: ReadyTarget
  job: Pick<SyncJob, 'last' | 'keepsCells'>
}

function tabId({ sheetId, title }: Tab): TabId {
  return { sheetId, title: storableText(title) }
}

/** The new names of the tabs the task names; a tab without a name in the task needs none. */
function renamesIn({ tabChanges, sources }: ReadPlan, job: SyncJob): TabNames {
  const findNewName = (end: TabChange['end']) =>
    tabChanges.find((change) => change.end === end && change.kind !== 'made_anew')?.title
  const [source, target] = [
    sources.followsName && job.source.tab && findNewName('source'),
    job.target.tab && findNewName('target'),
  ]
  return { ...(source && { sourceTab: source }), ...(target && { targetTab: target }) }
}

/** Builds the state of the target after a run. The next run compares it with the target to find edited cells. */
function buildTargetState(plan: ReadPlan, job: Pick<SyncJob, 'startRow' | 'shape'>): TargetState | undefined {
  const { target, formats, lastColumn, prepared } = plan
  if (!target.tab || !formats) return undefined
  const kinds = Array.from({ length: lastColumn }, (_, at) => detectDateKind(formats[at]) ?? null)
  const { sheetId, rowCount: gridRows, columnCount: gridColumns } = target.tab
  const { startRow, shape } = job
  const left = { sheetId, gridRows, gridColumns, startRow, header: prepared.header, width: lastColumn, kinds }
  return shape ? { ...left, region: shape.region } : left
}
