import type { PreviewedTarget } from '#contract/preview.ts'
import { describeCarried } from '#domain/beside/moved-rows.ts'
import { addSummaries, type ChangeSummary, countChangedCells, emptySummary } from '#domain/copy/change-summary.ts'
import type { RowChange } from '#domain/copy/row-change.ts'
import { addEdits } from '#domain/copy/target-state.ts'
import { describeHolds } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { pluralize } from '#domain/pluralize.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { withWorkbook } from '#engine/job/run-with-workbook.ts'
import { planCopy, type ReadPlan } from '#engine/plan-copy.ts'
import {
  countExtraReads,
  estimateCost,
  NOTHING_PLANNED,
  type PreviewPorts,
  presentWrites,
  type SyncPreview,
  summarizeChanges,
} from '#engine/preview-sync.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { Google } from '#server/google/google.ts'
import { giveRows } from './give-rows.ts'
import type { HandOutJob, PreparePorts } from './hand-out-ports.ts'
import type { HandOutRun } from './hand-out-run.ts'
import { findOwners, type PreparedHandOut, prepareHandOut } from './prepare-hand-out.ts'
import { listFiles } from './run-hand-out.ts'
import { buildTargetJob, findLastCopy, openLastTarget, withTarget } from './target-job.ts'

type Ports = Omit<PreviewPorts, 'lastTarget' | 'sources'> & PreparePorts

/** Plans a hand-out run without writing. Lists cells target by target. @throws ProviderError, NodeFault */
export async function previewHandOut(
  google: Pick<Google, 'connect'>,
  job: HandOutJob,
  ports: Ports,
): Promise<SyncPreview> {
  return await withWorkbook(google, { job, ports: { ...ports, log() {} } }, async (workbook) => {
    const startedAt = performance.now()
    await using stack = new AsyncDisposableStack()
    const prepared = await prepareHandOut(workbook, { job, ports, stack })
    const { source, grouped, targets } = prepared
    const takenTabs = await ports.targets.takenTabs(listFiles(targets))
    const plans: TargetPlan[] = []
    const owners = findOwners({ ...prepared, job })
    for (const target of targets)
      plans.push(await planTarget(workbook, { job, ports, prepared, takenTabs, owners, target }))
    const [first] = plans.flatMap(({ plan }) => plan ?? [])
    const writes = plans.reduce((sum, plan) => sum + plan.writes, 0)
    const { spreadsheet, tab } = source.source
    const { header, shownHeader = header, width } = source
    const extraReads = countExtraReads(plans.flatMap(({ plan }) => plan ?? []))
    const elapsedMs = performance.now() - startedAt
    const cost = first
      ? await estimateCost(workbook, { plan: first, writes, extraReads, elapsedMs })
      : { reads: 0, seconds: 0, accounts: [] }
    return {
      ...NOTHING_PLANNED,
      ...plans.map(({ changes }) => changes).reduce(addSummaries, emptySummary()),
      ...cost,
      source: { title: spreadsheet.title, tab: tab.title },
      target: { title: first?.target.spreadsheet.title ?? '', tab: pluralize(targets.length, 'target') },
      sourceRows: grouped.rows,
      sourceCells: grouped.rows * width,
      holds: [...prepared.holds, ...plans.flatMap(({ holds }) => holds)],
      edits: addEdits(plans.flatMap(({ plan }) => plan?.edits ?? [])),
      warnings: plans.flatMap(({ lines }) => lines),
      targets: plans.map(presentTarget),
      columns: first?.columns ?? columnNames(shownHeader, width),
      newColumns: [],
      createsTab: plans.some(({ createsTab }) => createsTab),
      errorCells: plans.reduce((sum, { plan }) => sum + (plan?.prepared.errors.count ?? 0), 0),
      writes,
    }
  })
}

interface TargetPlan {
  target: HandOutTarget
  /** Number of rows in the source. */
  rows: number
  /** Undefined for a target without rows, and after a failure. */
  plan: Pick<ReadPlan, 'source' | 'target' | 'prepared' | 'edits' | 'columns' | 'write'> | undefined
  changes: ChangeSummary
  holds: Hold[]
  writes: number
  createsTab: boolean
  /** Warnings for people who read the preview. */
  lines: string[]
  /** Why the target cannot be copied. */
  error: string | null
}

const NOTHING_CHANGED = { plan: undefined, holds: [], writes: 0, createsTab: false, lines: [], error: null }

function presentTarget({ target, rows, plan, changes, holds, error }: TargetPlan): PreviewedTarget {
  const { value, targetSsId: target_ss_id, tabName } = target
  return {
    ...{ value, target_ss_id, target_sheet_name: plan?.target.tabTitle ?? tabName, rows },
    rows_added: changes.rows.added,
    rows_changed: changes.rows.changed,
    rows_removed: changes.rows.removed,
    cells: countChangedCells(changes),
    held_because: holds.length > 0 ? describeHolds(holds) : null,
    error,
  }
}

interface TargetOptions extends Pick<HandOutRun, 'takenTabs' | 'owners'> {
  job: HandOutJob
  ports: Ports
  prepared: PreparedHandOut
  target: HandOutTarget
}

async function planTarget(workbook: Workbook, options: TargetOptions): Promise<TargetPlan> {
  const { job, ports, prepared, takenTabs, owners, target } = options
  const { source, grouped, stored } = prepared
  const run = { job, source, takenTabs, owners, ports }
  const last = findLastCopy(run, { target, stored: stored.get(target.key) })
  const rows = grouped.groups.get(target.key)?.rows.length ?? 0
  const ofTarget = { target, rows, changes: emptySummary() }
  const saveChanges = (changed: RowChange[]) =>
    ports.saveChanges(changed.map((change) => ({ ...change, value: target.value })))
  const hadRows = (last.left.extent.rows ?? 0) > 0 || last.left.parked !== undefined
  if (rows === 0 && !hadRows) return { ...NOTHING_CHANGED, ...ofTarget }
  const own = buildTargetJob(run, { target, last })
  await using stack = new AsyncDisposableStack()
  try {
    const given = await giveRows({ source, grouped, rows: { key: target.key, kept: [] }, job: own })
    const storedRows = ports.targets.openRows(target.key)
    const lastTarget = job.keepsCells ? async () => openLastTarget(last, storedRows) : undefined
    const planning = { ports: { ...ports, lastTarget }, stack, keepsChanges: true, plansHeld: true }
    const plan = await planCopy(workbook, { ...planning, job: own, given })
    if (plan.kind === 'skipped') throw new Error('A preview always reads')
    const changes = await summarizeChanges(plan, { signal: ports.signal, saveChanges })
    const planned = plan.write ? await presentWrites(plan, plan.write) : NOTHING_PLANNED
    const { rowMoves } = planned
    const notes = [...(rowMoves ? [describeCarried(rowMoves)] : []), ...planned.warnings]
    const lines = notes.map((text) => `"${target.value}": ${text}`)
    const holds = plan.holds.map((hold) => ({ ...withTarget(hold, target), keepsItsRows: true }))
    return {
      ...ofTarget,
      error: null,
      plan,
      changes,
      holds,
      writes: planned.writes,
      createsTab: planned.createsTab,
      lines,
    }
  } catch (error) {
    ports.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    return { ...NOTHING_CHANGED, ...ofTarget, error: error.message, lines: [`"${target.value}": ${error.message}`] }
  }
}
