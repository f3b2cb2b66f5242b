import { a1Cell } from '#domain/copy/a1.ts'
import type { Survey } from './survey.ts'
import type { RunSoFar } from './sync-failure.ts'
import type { SyncOutcome, SyncPorts } from './sync-job.ts'

interface Conclusion {
  found: Survey
  /** Why nothing was written, where nothing was. */
  held: string | undefined
  cellsChanged: number
  sourceTab: string
  soFar: RunSoFar
  log: SyncPorts['log']
}

type FirstError = NonNullable<Survey['errors']['first']>

/** Says in the log how the run ended, and sums it up. */
export function conclude(conclusion: Conclusion): SyncOutcome {
  const { found, held, cellsChanged, soFar, log } = conclusion
  const { first } = found.errors
  if (held !== undefined) {
    log('WARNING', `${held} Nothing was written: look at the source, then choose 'Copy anyway' if it is right.`)
  } else {
    log(first ? 'INFO' : 'SUCCESS', copiedWords(conclusion))
    if (first) log('WARNING', errorWords(first, conclusion))
  }
  return {
    status: held === undefined && !first ? 'Success' : 'Warning',
    held: held !== undefined,
    rows: found.rows,
    width: found.width,
    cellsChanged,
    ...soFar.usage,
    sourceTitle: soFar.sourceTitle,
    targetTitle: soFar.targetTitle,
  }
}

function copiedWords({ found, cellsChanged, soFar: { usage } }: Conclusion): string {
  const changes = cellsChanged === 0 ? 'nothing had changed' : `${counted(cellsChanged, 'cell')} changed`
  const requests = `${counted(usage.reads, 'read')}, ${counted(usage.writes, 'write')}, ${counted(usage.bytes, 'byte')}`
  return `The target equals the source: ${counted(found.rows, 'row')}, ${changes} (${requests}).`
}

function errorWords({ row, column, value }: FirstError, { found, sourceTab }: Conclusion): string {
  const { count } = found.errors
  const where = a1Cell({ tab: sourceTab, row, column })
  const inAll = count > 1 ? ` (${count.toLocaleString('en-US')} cells have errors)` : ''
  return `The source's cell ${where} has the error ${value}${inAll}. Errors were copied as text: mend their formulas.`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
