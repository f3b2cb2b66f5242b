import { exitCounts } from './checks/processes.ts'
import type { FaultRecord } from './faults.ts'
import { type Check, formatTime, type Records } from './records.ts'

const MAX_PROBLEMS_SHOWN = 10

export interface Report {
  readonly faults: readonly FaultRecord[]
  readonly records: Records
  readonly checks: readonly Check[]
}

/** Prints the faults and the proofs; returns whether every check passed. */
export function printReport({ faults, records, checks }: Report): boolean {
  const { provider, runLog, calls, attempts, exits, toleranceMs } = records
  const last = new Map(runLog.map((change) => [change.runId, change.status]))
  console.log(`\nFaults: ${list(countBy(faults, ({ name }) => name))}`)
  console.log(`Requests to the provider: ${list(countBy(provider.requests, ({ outcome }) => `${outcome}`))}`)
  console.log(`Calls: ${list(countBy(calls, ({ action, httpStatus }) => `${action} ${httpStatus ?? 'unanswered'}`))}`)
  console.log(`Runs: ${list(countBy([...last.values()], (status) => status))}`)
  console.log(`Attempts: ${list(countBy(attempts, ({ endStatus }) => endStatus ?? 'open'))}`)
  console.log(`Processes that ended: ${list(exitCounts(exits))}`)
  console.log(`A request may have been sent ${Math.round(toleranceMs)} ms late, because the machine was busy\n`)
  for (const check of checks) printCheck(check)
  return checks.every(isKept)
}

/** When each fault occurred, to help find the cause of a problem. */
export function formatTimeline(faults: readonly FaultRecord[]): string {
  const lines = faults
    .toSorted((one, other) => one.from - other.from)
    .map(({ name, node, from, until }) => `${formatTime(from)} to ${formatTime(until)} ${node}: ${name}`)
  return `${lines.join('\n')}\n`
}

function isKept({ seen, problems }: Check): boolean {
  return seen > 0 && problems.length === 0
}

function printCheck(check: Check): void {
  const { promise, seen, problems } = check
  const result = seen === 0 ? 'seen in no case' : `${problems.length} broken of ${seen}`
  console.log(`${isKept(check) ? '✓' : '✗'} ${promise}: ${result}`)
  for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) console.log(`    ${problem}`)
  if (problems.length > MAX_PROBLEMS_SHOWN) console.log(`    and ${problems.length - MAX_PROBLEMS_SHOWN} more`)
}

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return counts
}

function list(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return `${total} (${sorted.map(([name, count]) => `${count} ${name}`).join(', ')})`
}
