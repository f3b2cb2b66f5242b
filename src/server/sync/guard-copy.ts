import { a1Cell } from '#domain/copy/a1.ts'
import { readErrorText } from '#domain/copy/error-cell.ts'
import { hasErrorJump, reasonToHold } from '#domain/copy/guards.ts'
import { MAX_TRIES } from '#domain/copy/request-retry.ts'
import { countOf } from '#domain/count-of.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { ErrorCells } from './compare.ts'
import { type PreparedCopy, type PrepareOptions, prepareCopy } from './prepare-copy.ts'
import { readSettledRows } from './read-settled-rows.ts'
import { openScratch, type Scratch } from './scratch.ts'

interface GuardOptions extends Omit<PrepareOptions, 'scratch'> {
  scratchDir: string
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

interface GuardedCopy {
  prepared: PreparedCopy
  scratch: Scratch
  /** Why a user must confirm before anything is written; undefined if nobody needs to. */
  holdReason: string | undefined
}

/**
 * Prepares a copy and applies the guards. When error cells have jumped since the last run, the source is read again after
 * pauses, because its formulas may not have finished.
 */
export async function guardCopy(client: SheetsClient, options: GuardOptions): Promise<GuardedCopy> {
  const { job, stack, scratchDir } = options
  const prepare = async () => {
    const scratch = stack.use(openScratch(scratchDir))
    return { scratch, prepared: await prepareCopy(client, { ...options, scratch }) }
  }
  const hasJumped = ({ errors, rows }: PreparedCopy) =>
    !job.allowShrink && hasErrorJump({ errorCells: errors.count, lastErrorCells: job.lastErrorCells, rows })

  let copy = await prepare()
  for (let failures = 1; failures < MAX_TRIES && hasJumped(copy.prepared); failures += 1) {
    await client.backOff(failures)
    if (await hasFewerErrors(client, { errors: copy.prepared.errors, options })) copy = await prepare()
  }
  const { rows, errors } = copy.prepared
  const size = { rows, lastRows: job.lastRows, allowShrink: job.allowShrink }
  const jump = hasJumped(copy.prepared) ? describeJump(errors, options) : undefined
  return { ...copy, holdReason: reasonToHold(size) ?? jump }
}

/** Reads only the rows with most of the errors again. */
async function hasFewerErrors(
  client: SheetsClient,
  { errors: { densest }, options: { source } }: { errors: ErrorCells; options: GuardOptions },
): Promise<boolean> {
  if (!densest) return false
  const { window, count } = densest
  const { errors } = await readSettledRows(client, { ...source, window, lastColumn: source.tab.columnCount })
  return errors.length < count
}

function describeJump({ count, first }: ErrorCells, { job, source }: GuardOptions): string {
  const since = `the source has ${countOf(count, 'error cell')}, up from ${job.lastErrorCells} at the last run`
  return `Formulas may not have finished: ${since}.${first ? ` The first is ${describeErrorCell(first, source.tab.title)}.` : ''}`
}

/** `'Rates'!C3 (#N/A: Did not find value '7' in VLOOKUP evaluation.)` */
export function describeErrorCell({ cell, ...place }: NonNullable<ErrorCells['first']>, tab: string): string {
  const { token = cell, message = '' } = readErrorText(cell) ?? {}
  return `${a1Cell({ tab, ...place })} (${message === '' ? token : `${token}: ${message}`})`
}
