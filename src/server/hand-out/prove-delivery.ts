import type { DeliveredTarget, Delivery } from '#contract/delivery.ts'
import { describeFailure, describeHolds } from '#domain/failures/failure.ts'
import type { FoundValue, HandOutTarget } from '#domain/hand-out/assign-targets.ts'
import { deliveryWithoutCells } from '#domain/hand-out/delivery-without-cells.ts'
import { addSums, type ExactSum, NO_SUM, totalSum } from '#domain/hand-out/exact-sum.ts'
import type { TargetEnd } from './copy-target.ts'
import type { GroupedRows } from './group-rows.ts'
import type { HandOutJob } from './hand-out-ports.ts'

/** Result of a target's copy. */
export interface TargetResult {
  target: HandOutTarget
  /** Undefined if the target has no rows, now and before. */
  end: TargetEnd | undefined
  /** Number of copies: two if the target exchanged rows with another target. */
  copies: number
  /** Number of rows waiting in this target for their new target. */
  keptRows: number
}

interface Proof {
  results: readonly TargetResult[]
  unmatched: readonly FoundValue[]
  grouped: GroupedRows
  job: Pick<HandOutJob, 'handOut' | 'keepsCells'>
}

/** Counts the verified rows of all targets and adds up their control sums. */
export function proveDelivery({ results, unmatched, grouped, job }: Proof): Delivery {
  const { groups } = grouped
  const targets = results.map((result) => presentTarget(result, groups.get(result.target.key)?.rows.length ?? 0))
  const arrived = results
    .filter((_, at) => targets[at]?.state === 'delivered')
    .map(({ target }) => groups.get(target.key))
  const sums = job.handOut.controlSums.map((column, at) => {
    const add = (total: ExactSum, sum: ExactSum | undefined) => addSums(total, sum ?? NO_SUM)
    const source = [...groups.values()].map((group) => group.sums[at]).reduce<ExactSum>(add, NO_SUM)
    const delivered = arrived.map((group) => group?.sums[at]).reduce<ExactSum>(add, NO_SUM)
    return { column, source: totalSum(source), delivered: totalSum(delivered) }
  })
  const delivery = {
    source_rows: grouped.rows,
    delivered_rows: arrived.reduce((sum, group) => sum + (group?.rows.length ?? 0), 0),
    waiting_rows: results.reduce((sum, { keptRows }) => sum + keptRows, 0),
    unmatched: unmatched.map(({ value, rows }) => ({ value, rows })),
    targets,
    sums,
  }
  return job.keepsCells ? delivery : deliveryWithoutCells(delivery)
}

function presentTarget({ target, end }: TargetResult, rows: number): DeliveredTarget {
  const { value, targetSsId: target_ss_id, tabName } = target
  const tab = end?.kind === 'copied' ? end.copy.tab : null
  const place = { value, target_ss_id, target_sheet_name: tab?.title ?? tabName, sheet_id: tab?.sheetId ?? null }
  return { ...place, rows, ...presentEnd(end) }
}

function presentEnd(end: TargetEnd | undefined): Pick<DeliveredTarget, 'state' | 'reason'> {
  switch (end?.kind) {
    case undefined:
      return { state: 'empty', reason: null }
    case 'copied':
      return { state: end.outcome.verified ? 'delivered' : 'not_equal', reason: null }
    case 'held':
      return { state: 'held', reason: describeHolds(end.holds) }
    case 'failed':
      return { state: 'failed', reason: describeFailure(end.failure) }
  }
}
