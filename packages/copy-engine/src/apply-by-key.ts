import { applyPlan } from './apply-plan.ts'
import type { SyncJob, SyncPorts } from './job/sync-job.ts'
import type { CopyPlan, ReadPlan } from './plan-copy.ts'
import type { Workbook } from './workbook.ts'
import { type Copied, NO_DIFFERENCES, NOTHING_COPIED } from './write/make-equal.ts'
import { differencesIn } from './write/recheck.ts'
import { rowsMoved } from './write/write-by-key.ts'

/** Maximum writes of a run that hit rows while people move them. */
const MAX_MOVED_WRITES = 5
/** Maximum writes of cells that do not take their values. */
const MAX_DOUBTFUL_WRITES = 2

interface Options {
  plan: ReadPlan
  job: SyncJob
  ports: Pick<SyncPorts, 'changes' | 'log' | 'onProgress' | 'tempDir' | 'willWrite'>
  /** Reads everything again. */
  replan(job: SyncJob): Promise<CopyPlan>
}

interface UpdatedTarget {
  /** The last plan. Its holds apply to the run, and its changes have been written. */
  plan: ReadPlan
  copied: Copied
}

/**
 * Writes the rows that a plan changes, by their keys. Starts over as long as people move rows during the writes.
 * @throws ProviderError keyed_rows_moved
 */
export async function applyByKey(
  workbook: Workbook,
  { plan: first, job, ports, replan }: Options,
): Promise<UpdatedTarget> {
  let plan = first
  let [cells, movedWrites, doubtfulWrites] = [0, 0, 0]
  for (;;) {
    const { write } = plan
    if (!write || doubtfulWrites === MAX_DOUBTFUL_WRITES) break
    const { copied, target, ...applied } = await applyPlan(workbook, { plan, write, ports })
    plan = { ...plan, target }
    cells += copied.cellsChanged
    movedWrites += applied.movedWrites
    if (movedWrites >= MAX_MOVED_WRITES) throw rowsMoved(target, MAX_MOVED_WRITES)
    if (applied.movedWrites === 0 && !applied.isDoubtful)
      return { plan, copied: { ...NOTHING_COPIED, cellsChanged: cells } }
    if (applied.movedWrites === 0) doubtfulWrites += 1
    plan = await readAgain()
  }
  const differences = plan.write ? await differencesIn(plan.tempFiles, plan.write.bounds) : NO_DIFFERENCES
  return { plan, copied: { ...NOTHING_COPIED, cellsChanged: Math.max(0, cells - differences.count), differences } }

  async function readAgain(): Promise<ReadPlan> {
    const last = { ...job.last, memory: undefined }
    const next = await replan({ ...job, last, written: (job.written ?? 0) + cells })
    if (next.kind === 'skipped') throw new Error('A run without a memory always reads')
    return next
  }
}
