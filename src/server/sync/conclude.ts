import { a1Cell } from '#domain/a1.ts'
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

/** Says in the log how the run ended, and sums it up. */
export function conclude({ found, held, cellsChanged, sourceTab, soFar, log }: Conclusion): SyncOutcome {
  const { usage, sourceTitle, targetTitle } = soFar
  const { first, count } = found.errors
  const isClean = held === undefined && first === undefined
  if (held !== undefined) {
    log('WARNING', `${held} Nothing was written: look at the source, then choose 'Copy anyway' if it is right.`)
  } else {
    const changes = cellsChanged === 0 ? 'nothing had changed' : `${counted(cellsChanged, 'cell')} changed`
    const requests = `${counted(usage.reads, 'read')}, ${counted(usage.writes, 'write')}, ${counted(usage.bytes, 'byte')}`
    log(
      isClean ? 'SUCCESS' : 'INFO',
      `The target equals the source: ${counted(found.rows, 'row')}, ${changes} (${requests}).`,
    )
  }
  if (held === undefined && first) {
    const where = a1Cell({ tab: sourceTab, row: first.row, column: first.column })
    const inAll = count > 1 ? ` (${count.toLocaleString('en-US')} cells have errors)` : ''
    log(
      'WARNING',
      `The source's cell ${where} has the error ${first.value}${inAll}. Errors were copied as text: mend their formulas.`,
    )
  }
  return {
    status: isClean ? 'Success' : 'Warning',
    held: held !== undefined,
    rows: found.rows,
    width: found.width,
    cellsChanged,
    ...usage,
    sourceTitle,
    targetTitle,
  }
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
