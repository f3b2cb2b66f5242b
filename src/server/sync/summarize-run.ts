import { a1Cell } from '#domain/copy/a1.ts'
import { countOf } from '#domain/count-of.ts'
import { describeErrorCell } from './guard-copy.ts'
import type { Copied } from './make-equal.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import type { Source, Target } from './resolve-tabs.ts'
import type { PartialRun } from './sync-failure.ts'
import type { SyncOutcome, SyncPorts } from './sync-job.ts'

interface EndedRun {
  source: Source
  target: Target
  prepared: PreparedCopy
  /** Why nothing was written; undefined after a copy. */
  holdReason: string | undefined
  /** The target must be checked, rather than the source. */
  isTargetInDoubt: boolean
  edits: SyncOutcome['edits']
  /** Undefined if nothing was written. */
  copied: Copied | undefined
  partial: PartialRun
  log: SyncPorts['log']
}

/** Logs how the run ended and sums it up. */
export function summarizeRun(run: EndedRun): Omit<SyncOutcome, 'memory' | 'hasReadAll'> {
  const { prepared, holdReason, isTargetInDoubt, edits, copied, partial, log } = run
  const warnings = [describeDifferences(run), describeErrors(run)].filter((warning) => warning !== undefined)
  const cure = isTargetInDoubt
    ? "Check the target; to overwrite it, choose 'Copy anyway'."
    : "Check the source; if it is correct, choose 'Copy anyway'."
  const holdMessage = holdReason === undefined ? undefined : `${holdReason} Nothing was written. ${cure}`
  if (holdMessage !== undefined) {
    log('WARNING', holdMessage)
  } else {
    log(warnings.length > 0 ? 'INFO' : 'SUCCESS', describeCopy(run))
    for (const warning of warnings) log('WARNING', warning)
  }
  return {
    status: holdReason !== undefined || warnings.length > 0 ? 'Warning' : 'Success',
    isHeld: holdReason !== undefined,
    ...(holdMessage !== undefined && { holdMessage }),
    rows: prepared.rows,
    width: prepared.width,
    cellsChanged: copied?.cellsChanged ?? 0,
    errorCells: prepared.errors.count,
    ...(edits && { edits }),
    ...(copied?.hasUnknownMove && { hasUnknownMove: true }),
    ...partial.usage,
    sourceTitle: partial.sourceTitle,
    targetTitle: partial.targetTitle,
  }
}

function describeCopy({ prepared, copied, partial: { usage } }: EndedRun): string {
  const changed = copied?.cellsChanged ?? 0
  const changes = changed === 0 ? 'no changes' : `${countOf(changed, 'cell')} changed`
  const requests = `${countOf(usage.reads, 'read')}, ${countOf(usage.writes, 'write')}, ${countOf(usage.bytes, 'byte')}`
  const isEqual = copied?.differences.count === 0
  return `Target is ${isEqual ? '' : 'not fully '}up to date: ${countOf(prepared.rows, 'row')}, ${changes} (${requests}).`
}

function describeErrors({ prepared: { errors }, source }: EndedRun): string | undefined {
  const { count, first } = errors
  if (!first) return undefined
  const cell = describeErrorCell(first, source.tab.title)
  return count === 1
    ? `1 error cell was copied, ${cell}: fix its formula.`
    : `${countOf(count, 'error cell')} were copied, the first in ${cell}: fix their formulas.`
}

function describeDifferences({ copied, target }: EndedRun): string | undefined {
  const { count = 0, first } = copied?.differences ?? {}
  if (!first) return undefined
  const cell = a1Cell({ tab: target.tabTitle, ...first })
  const cells =
    count === 1 ? `${cell} of the target does` : `${countOf(count, 'cell')} of the target, the first in ${cell}, do`
  return `${cells} not take the value of the source. Remove what prevents it, such as a merge, a formula or a table, and run the task again.`
}
