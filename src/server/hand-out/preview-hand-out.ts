import { describeCarried } from '#domain/beside/moved-rows.ts'
import { addSummaries, type ChangeSummary, countChangedCells, emptySummary } from '#domain/copy/change-summary.ts'
import { addEdits } from '#domain/copy/target-state.ts'
import { countOf } from '#domain/count-of.ts'
import type { Hold } from '#domain/guards/guards.ts'
import type { HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import type { Google } from '#server/google/google.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { withClient } from '#server/sync/job/run-with-client.ts'
import { planCopy, type ReadPlan } from '#server/sync/plan-copy.ts'
import {
  costOf,
  NOTHING_PLANNED,
  type PreviewPorts,
  presentWrites,
  type SyncPreview,
  summarizeChanges,
} from '#server/sync/preview-sync.ts'
import { giveRows } from './give-rows.ts'
import type { HandOutJob, PreparePorts } from './hand-out-ports.ts'
import { type PreparedHandOut, prepareHandOut } from './prepare-hand-out.ts'
import { buildTargetJob, findLastCopy, openLastTarget, withTarget } from './target-job.ts'

type Ports = Omit<PreviewPorts, 'lastTarget' | 'sources' | 'saveChanges'> & PreparePorts

/** Plans a hand-out run without writing. Cells are counted by target, and not listed. @throws ProviderError, NodeFault */
export async function previewHandOut(
  google: Pick<Google, 'connect'>,
  job: HandOutJob,
  ports: Ports,
): Promise<SyncPreview> {
  return await withClient(google, { job, ports: { ...ports, log() {} } }, async (client) => {
    const startedAt = performance.now()
    await using stack = new AsyncDisposableStack()
    const prepared = await prepareHandOut(client, { job, ports, stack })
    const { source, grouped, targets } = prepared
    const plans: TargetPlan[] = []
    for (const target of targets) plans.push(await planTarget(client, { job, ports, prepared, target }))
    const [first] = plans.flatMap(({ plan }) => plan ?? [])
    const writes = plans.reduce((sum, plan) => sum + plan.writes, 0)
    const { spreadsheet, tab } = source.source
    const { header, shownHeader = header, width } = source
    const elapsedMs = performance.now() - startedAt
    const cost = first
      ? await costOf(client, { plan: first, writes, elapsedMs })
      : { reads: 0, seconds: 0, accounts: [] }
    return {
      ...NOTHING_PLANNED,
      ...plans.map(({ changes }) => changes).reduce(addSummaries, emptySummary()),
      ...cost,
      source: { title: spreadsheet.title, tab: tab.title },
      target: { title: first?.target.spreadsheet.title ?? '', tab: countOf(targets.length, 'target') },
      sourceRows: grouped.rows,
      sourceCells: grouped.rows * width,
      holds: [...prepared.holds, ...plans.flatMap(({ holds }) => holds)],
      edits: addEdits(plans.flatMap(({ plan }) => plan?.edits ?? [])),
      warnings: plans.flatMap(({ lines }) => lines),
      columns: columnNames(shownHeader, width),
      newColumns: [],
      createsTab: plans.some(({ createsTab }) => createsTab),
      errorCells: plans.reduce((sum, { plan }) => sum + (plan?.prepared.errors.count ?? 0), 0),
      writes,
    }
  })
}

/** The plan of one target. */
interface TargetPlan {
  /** Undefined for a target without rows, and after a failure. */
  plan: Pick<ReadPlan, 'source' | 'target' | 'prepared' | 'edits'> | undefined
  changes: ChangeSummary
  holds: Hold[]
  writes: number
  createsTab: boolean
  /** Changes and warnings, for a person. */
  lines: string[]
}

const NOTHING_CHANGED: TargetPlan = {
  ...{ plan: undefined, changes: emptySummary(), holds: [], writes: 0, createsTab: false, lines: [] },
}

interface TargetOptions {
  job: HandOutJob
  ports: Ports
  prepared: PreparedHandOut
  target: HandOutTarget
}

async function planTarget(client: SheetsClient, { job, ports, prepared, target }: TargetOptions): Promise<TargetPlan> {
  const { source, grouped, takenTabs, stored } = prepared
  const run = { job, source, takenTabs, ports }
  const last = findLastCopy(run, { target, stored: stored.get(target.key) })
  const rows = grouped.groups.get(target.key)?.rows.length ?? 0
  if (rows === 0 && (last.left.lastRows ?? 0) === 0) return NOTHING_CHANGED
  const own = buildTargetJob(run, { target, last })
  await using stack = new AsyncDisposableStack()
  try {
    const given = await giveRows({ source, grouped, rows: { key: target.key, kept: [] }, job: own })
    const storedRows = ports.targets.openRows(target.key)
    const lastTarget = job.keepsCells ? async () => openLastTarget(last, storedRows) : undefined
    const planning = { ports: { ...ports, lastTarget }, stack, keepsChanges: true, plansHeld: true }
    const plan = await planCopy(client, { ...planning, job: own, given })
    if (plan.kind === 'skipped') throw new Error('A preview always reads')
    const changes = await summarizeChanges(plan, { signal: ports.signal, saveChanges: async () => {} })
    const planned = plan.write ? await presentWrites(plan, plan.write) : NOTHING_PLANNED
    const cells = countChangedCells(changes)
    const line = `"${target.value}": ${countOf(rows, 'row')}, ${cells === 0 ? 'no changes' : `${countOf(cells, 'cell')} would change`}.`
    const { rowMoves } = planned
    const notes = [...(rowMoves ? [describeCarried(rowMoves)] : []), ...planned.warnings]
    const lines = [...(cells > 0 ? [line] : []), ...notes.map((text) => `"${target.value}": ${text}`)]
    const holds = plan.holds.map((hold) => withTarget(hold, target))
    return { plan, changes, holds, writes: planned.writes, createsTab: planned.createsTab, lines }
  } catch (error) {
    ports.signal.throwIfAborted()
    if (!(error instanceof ProviderError)) throw error
    return { ...NOTHING_CHANGED, lines: [`"${target.value}": ${error.message}`] }
  }
}
