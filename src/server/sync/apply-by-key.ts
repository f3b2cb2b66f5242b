import { quotedTab } from '#domain/copy/a1.ts'
import { fileOf } from '#domain/copy/spreadsheet.ts'
import { countOf } from '#domain/count-of.ts'
import { addMoved, type Repair } from '#domain/shape/repair-rows.ts'
import { keyOf } from '#domain/shape/row-keys.ts'
import { ProviderError } from '#server/google/provider-error.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import { applyPlan } from './apply-plan.ts'
import { rowsByKey } from './compare/rows-by-key.ts'
import type { TargetRows } from './compare/scratch.ts'
import type { SyncJob, SyncPorts } from './job/sync-job.ts'
import type { CopyPlan, ReadPlan } from './plan-copy.ts'
import { type Copied, NO_DIFFERENCES } from './write/make-equal.ts'
import { differencesIn } from './write/recheck.ts'

/** Maximum times that a run reads and writes while people move the rows that it writes. */
const MAX_MOVED_WRITES = 5
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
  const done = (copied: Partial<Copied> = {}) => {
    return {
      plan,
      copied: { ...NOTHING_MOVED, ...copied, cellsChanged: Math.max(0, cells - (copied.differences?.count ?? 0)) },
    }
  }
  for (;;) {
    const { write, prepared, scratch } = plan
    if (plan.holds.length > 0 || !write) return done()
    const isLast = repair?.isLast === true
    if (!isLast && doubtfulWrites >= MAX_DOUBTFUL_WRITES)
      return done({ differences: await differencesIn(scratch, write.bounds) })
    const { copied, target, keyed } = await applyPlan(client, { plan, write, ports })
    plan = { ...plan, target }
    cells += copied.cellsChanged
    if (isLast || !keyed) return throwMoved(plan)
    if (keyed.moved.length > 0) {
      movedWrites += 1
      const wanted = new Set(keyed.moved.flatMap(({ shown }) => keyOf(shown) ?? []))
      const { columns = [], added = { firstRow: 0, keys: [] } } = prepared.keyed ?? {}
      const isWanted = (key: string) => wanted.has(key)
      const earlierRows = await rowsByKey(rowsOf(scratch.target), { columns, isWanted })
      const lost = { earlier: scratch.target, added }
      repair = {
        ...addMoved(repair, { moved: keyed.moved, earlierRows, lost }),
        isLast: movedWrites >= MAX_MOVED_WRITES,
      }
      ports.log(
        'INFO',
        `Rows of ${quotedTab(plan.target.tabTitle)} were moved while they were written (${countOf(keyed.moved.length, 'row')}): other rows are put back, and everything is read again.`,
      )
    } else if (keyed.isDoubtful) doubtfulWrites += 1
    else if (!prepared.keyed?.hasRestored) return done()
    const { memory: _, ...afresh } = job
    const { shape } = job
    const next = await replan({
      ...afresh,
      written: cells,
      ...(shape && { shape: { ...shape, ...(repair && { repair }) } }),
    })
    if (next.kind === 'skipped') throw new Error('A run without a memory always reads')
    plan = next
    if (repair?.isLast && !plan.write) return throwMoved(plan)
  }
}

const NOTHING_MOVED: Omit<Copied, 'cellsChanged'> = {
  cellsMoved: 0,
  differences: NO_DIFFERENCES,
  hasUnknownMove: false,
}

function throwMoved({ target: { spreadsheet, tabTitle: tab } }: ReadPlan): never {
  throw new ProviderError({ cause: 'keyed_rows_moved', file: fileOf(spreadsheet), tab, tries: MAX_MOVED_WRITES })
}

async function* rowsOf(chunks: AsyncIterable<TargetRows>) {
  for await (const { rows } of chunks) yield rows
}
