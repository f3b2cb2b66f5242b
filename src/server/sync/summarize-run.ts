import { a1Cell } from '#domain/copy/a1.ts'
import { countOf } from '#domain/count-of.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import type { PartialRun } from './sync-failure.ts'
import type { SyncOutcome, SyncPorts } from './sync-job.ts'

interface EndedRun {
  prepared: PreparedCopy
  /** Why nothing was written; undefined after a copy. */
  holdReason: string | undefined
  cellsChanged: number
  sourceTab: string
  partial: PartialRun
  log: SyncPorts['log']
}

/** Logs how the run ended and sums it up. */
export function summarizeRun(run: EndedRun): SyncOutcome {
  const { prepared, holdReason, cellsChanged, partial, log } = run
  const errorsMessage = describeErrors(run)
  if (holdReason !== undefined) {
    log('WARNING', `${holdReason} Nothing was written. Check the source; if it is correct, choose 'Copy anyway'.`)
  } else {
    log(errorsMessage ? 'INFO' : 'SUCCESS', describeCopy(run))
    if (errorsMessage) log('WARNING', errorsMessage)
  }
  return {
    status: holdReason || errorsMessage ? 'Warning' : 'Success',
    isHeld: holdReason !== undefined,
    rows: prepared.rows,
    width: prepared.width,
    cellsChanged,
    ...partial.usage,
    sourceTitle: partial.sourceTitle,
    targetTitle: partial.targetTitle,
  }
}

function describeCopy({ prepared, cellsChanged, partial: { usage } }: EndedRun): string {
  const changes = cellsChanged === 0 ? 'no changes' : `${countOf(cellsChanged, 'cell')} changed`
  const requests = `${countOf(usage.reads, 'read')}, ${countOf(usage.writes, 'write')}, ${countOf(usage.bytes, 'byte')}`
  return `Target is up to date: ${countOf(prepared.rows, 'row')}, ${changes} (${requests}).`
}

function describeErrors({ prepared: { errors }, sourceTab }: EndedRun): string | undefined {
  const { count, first } = errors
  if (!first) return undefined
  const cell = `${a1Cell({ tab: sourceTab, ...first })} (${first.value})`
  return count === 1
    ? `1 error cell was copied, ${cell}: fix its formula.`
    : `${countOf(count, 'error cell')} were copied, the first in ${cell}: fix their formulas.`
}
