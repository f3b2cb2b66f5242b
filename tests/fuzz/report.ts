import type { FoundFault, FuzzReport } from './run-fuzz.ts'

const MEGABYTE = 2 ** 20
/** Maximum growth of the process's memory: more sessions, tasks and log lines than at the first measurement. */
const MAX_GROWTH_BYTES = 64 * MEGABYTE
const MAX_SHOWN = 1500
const TOO_MANY_REQUESTS = 429

export interface Verdict {
  readonly promise: string
  /** Number of cases checked; zero proves nothing. */
  readonly seen: number
  readonly problems: readonly string[]
}

interface End {
  readonly report: FuzzReport
  /** Why the process ended while it was needed; undefined if it did not. */
  readonly exit: string | undefined
  /** The text the process wrote to stderr. */
  readonly stderr: string
}

/** The verdicts of the run, promise by promise. */
export function judgeReport({ report, exit, stderr }: End): Verdict[] {
  const { faults, expected, unreached, statuses, memory, times } = report
  const of = (fault: FoundFault['fault']) => faults.filter((found) => found.fault === fault).map(describeFault)
  const seen = times.length
  const all = [...statuses.values()].flatMap((counts) => [...counts])
  const limited = all.filter(([status]) => status === TOO_MANY_REQUESTS).reduce((sum, [, count]) => sum + count, 0)
  const grown = memory ? memory.after.heapUsed - memory.before.heapUsed : 0
  return [
    { promise: 'No reply is a server error', seen, problems: of('server error') },
    { promise: 'Every request is answered', seen, problems: of('hang') },
    { promise: 'No call takes over a second by itself', seen, problems: of('slow') },
    { promise: 'The process goes on running', seen, problems: exit === undefined ? [] : [exit] },
    {
      promise: 'No stack trace goes past the log',
      seen,
      problems: exit === undefined && /^ +at /m.test(stderr) ? [shown(stderr)] : [],
    },
    {
      promise: 'Memory comes back to its level',
      seen: memory ? 1 : 0,
      problems: grown > MAX_GROWTH_BYTES ? [`${megabytes(grown)} more after garbage collection`] : [],
    },
    {
      promise: 'Requests reach the code behind each route',
      seen: expected,
      problems: [
        ...unreached.map(({ route, reply }) => `${route}: ${shown(reply)}`),
        ...(limited > seen / 5 ? [`${limited} of ${seen} requests exceeded a rate limit`] : []),
      ],
    },
  ]
}

function describeFault({ route, seed, request, reply, attempts }: FoundFault): string {
  const tries = attempts.map(({ ms, threads, controlMs }) => {
    const spent = threads
      ? `, ${Math.round(threads.cpuMs)} of them computing, ${Math.round(threads.delayedMs)} without a CPU`
      : ''
    return `${Math.round(ms)} ms${spent}; ${Math.round(ms / controlMs)} times as long as a call that does nothing`
  })
  return [`${route} (request ${seed})`, ...tries, shown(request), shown(reply)].join('\n      ')
}

/** On a single line, control characters escaped. */
function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} bytes)` : text)
}

function formatCounts(counts: ReadonlyMap<number, number>): string {
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`
}

/** Prints the requests and their results; returns whether every promise was kept. */
export function printReport(end: End): boolean {
  const { times, statuses, memory } = end.report
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
  const total = new Map<number, number>()
  for (const counts of statuses.values())
    for (const [status, count] of counts) total.set(status, (total.get(status) ?? 0) + count)
  console.log(`${times.length} requests to ${statuses.size} routes: ${formatCounts(new Map([...total].sort()))}`)
  console.log(
    `Times: median ${at(0.5)} ms, 99th percentile ${at(0.99)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`,
  )
  if (memory) {
    const { before, after } = memory
    console.log(
      `Memory: ${megabytes(before.heapUsed)} then ${megabytes(after.heapUsed)} (whole process: ${megabytes(before.rss)} then ${megabytes(after.rss)})`,
    )
  }
  const verdicts = judgeReport(end)
  for (const { promise, seen, problems } of verdicts) {
    console.log(
      `${isKept({ seen, problems }) ? '✓' : '✗'} ${promise}: ${seen === 0 ? 'not seen' : `${problems.length} problems`}`,
    )
    for (const problem of problems) console.log(`    ${problem}`)
  }
  return verdicts.every(isKept)
}

function isKept({ seen, problems }: Pick<Verdict, 'seen' | 'problems'>): boolean {
  return seen > 0 && problems.length === 0
}
