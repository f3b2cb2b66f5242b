import { quotedTab } from '#domain/copy/a1.ts'
import { fileOf } from '#domain/copy/spreadsheet.ts'
import { NO_COUNTS } from '#domain/runs/run-counts.ts'
import { addMoved, type Repair } from '#domain/shape/repair-rows.ts'
import { keyOf } from '#domain/shape/row-keys.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { applyPlan } from './apply-plan.ts'
import { rowsByKey, rowsOf } from './compare/rows-by-key.ts'
import type { SyncJob, SyncPorts } from './job/sync-job.ts'
import type { CopyPlan, ReadPlan } from './plan-copy.ts'
import { type Copied, NO_DIFFERENCES } from './write/make-equal.ts'
import { differencesIn } from './write/recheck.ts'
import type { KeyedWrite } from './write/write-by-key.ts'

/** Maximum times that a run reads and writes while people move the rows that it writes. */
const MAX_MOVED_WRITES = 5
/** Maximum writes that meet moved rows, with those that put cells back. */
const MAX_PUTTING_BACK = 12
/** Maximum writes of cells that do not take their values. */
const MAX_DOUBTFUL_WRITES = 2

interface Options {
  plan: ReadPlan
  job: SyncJob
  ports: Pick<SyncPorts, 'changes' | 'log' | 'onProgress' | 'scratchDir' | 'willWrite'>
  /** Reads everything again. */
  replan(job: SyncJob): Promise<CopyPlan>
}

interface UpdatedTarget {
  /** The last one: whatever it has holds the run, and what it writes was written. */
  plan: ReadPlan
  copied: Copied
}

/**
 * Writes the rows that a plan changes, by their keys. If other rows were in their places, because people moved rows at that
 * moment, cells that were written there are put back and everything is read again.
 * @throws ProviderError keyed_rows_moved
 */
export async function applyByKey(
  client: SheetsClient,
  { plan: first, job, ports, replan }: Options,
): Promise<UpdatedTarget> {
  let plan = first
  let repair: Repair | undefined
  let [cells, movedWrites, doubtfulWrites] = [0, 0, 0]
  const done = (differences = NO_DIFFERENCES): UpdatedTarget => {
    const cellsChanged = Math.max(0, cells - differences.count)
    return { plan, copied: { ...NO_COUNTS, cellsChanged, differences, hasUnknownMove: false } }
  }
  for (;;) {
    const { write, scratch } = plan
    const isFirst = movedWrites + doubtfulWrites === 0
    const applied = write && (repair || doubtfulWrites < MAX_DOUBTFUL_WRITES) ? await apply(write) : undefined
    if (applied && applied.moved.length > 0) {
      movedWrites += 1
      repair = await repairAfter(plan, { moved: applied.moved, repair })
      if (isFirst) ports.log('INFO', describeMoved(plan))
    } else if (repair) repair = undefined
    else if (applied?.isDoubtful) doubtfulWrites += 1
    else return done(write && !applied ? await differencesIn(scratch, write.bounds) : NO_DIFFERENCES)
    if (movedWrites >= (repair ? MAX_PUTTING_BACK : MAX_MOVED_WRITES)) throwMoved(plan)
    plan = await readAgain()
  }

  async function apply(write: NonNullable<ReadPlan['write']>): Promise<KeyedWrite | undefined> {
    const { copied, target, keyed } = await applyPlan(client, { plan, write, ports })
    plan = { ...plan, target }
    cells += copied.cellsChanged
    return keyed
  }

  async function readAgain(): Promise<ReadPlan> {
    const { memory: _, shape, ...afresh } = job
    // Nobody needs to decide about cells that are put back.
    const decided = repair ? { allowShrink: true } : { written: (job.written ?? 0) + cells }
    const next = await replan({
      ...afresh,
      ...decided,
      ...(shape && { shape: { ...shape, ...(repair && { repair }) } }),
    })
    if (next.kind === 'skipped') throw new Error('A run without a memory always reads')
    return next
  }
}

interface Met {
  moved: KeyedWrite['moved']
  repair: Repair | undefined
}

async function repairAfter({ prepared, scratch }: ReadPlan, { moved, repair }: Met): Promise<Repair> {
  const wanted = new Set(moved.flatMap(({ shown }) => keyOf(shown) ?? []))
  const { columns = [], added = { firstRow: 0, keys: [] } } = prepared.keyed ?? {}
  const earlierRows = await rowsByKey(rowsOf(scratch.target), { columns, isWanted: (key) => wanted.has(key) })
  return addMoved(repair, { moved, earlierRows, lost: { earlier: scratch.target, added } })
}

function describeMoved({ target }: ReadPlan): string {
  return `Rows of ${quotedTab(target.tabTitle)} were moved while they were written: what was written in other rows is put back, and everything is read again.`
}

function throwMoved({ target: { spreadsheet, tabTitle: tab } }: ReadPlan): never {
  throw new ProviderError({ cause: 'keyed_rows_moved', file: fileOf(spreadsheet), tab, tries: MAX_MOVED_WRITES })
}
