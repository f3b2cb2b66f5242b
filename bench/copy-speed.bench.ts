import type { Contender, Copied } from './copy/copy-job.ts'
import { createFloor } from './copy/floor.ts'
import { ours } from './copy/ours.ts'
import { checkedLoop, plainLoop } from './copy/plain-loop.ts'
import type { Traffic } from './copy/provider.ts'
import { COLUMNS, sourceSheets } from './copy/source.ts'
import { startProvider } from './copy/start-provider.ts'
import type { GoalName } from './goals.ts'
import { report } from './report.ts'

// Compares our copies with a plain loop, with a loop that checks its writes, and with the least time that a copy can take. All
// contenders take turns in this process, which is warm like a server. The provider runs in another process.
// Medians of CPU and wall time: `npx node bench/copy-speed.bench.ts 1000 40000` takes other numbers of rows.
const MAX_ROWS = 200_000
const DEFAULT_ROWS = [1_000, 10_000, 40_000, MAX_ROWS]
/** Minimum rows of a rated copy. The requests determine the time of smaller copies. */
const MIN_RATED_ROWS = 40_000
const LATENCIES_MS = [0, 100]
/** Rows per size, over all rounds. Contenders take turns, so other work on the machine slows all of them equally. */
const ROWS_PER_SIZE = 240_000
const MAX_ROUNDS = 31

interface Case {
  name: string
  copy: Contender
  /** Whether our copy and the floor repeat the copy of the previous case. */
  isRepeated: boolean
  /** Whether a cell of the source changes first. */
  isEdited?: true
  /** Goal for the speed relative to the plain loop, at 100 ms per request. */
  goal?: GoalName
}

const OUR_CASES: Case[] = [
  { name: 'ours: first copy', copy: ours, isRepeated: false, goal: 'copySpeedFirst' },
  { name: 'ours: unchanged', copy: ours, isRepeated: true, goal: 'copySpeedUnchanged' },
  { name: 'ours: nobody touched the target', copy: ours, isRepeated: true },
  { name: 'ours: one cell changed', copy: ours, isRepeated: true, isEdited: true, goal: 'copySpeedChanged' },
]
const FLOOR_CASES: Case[] = [
  { name: 'floor: first copy', copy: createFloor({ isUntouched: false }), isRepeated: false },
  { name: 'floor: unchanged', copy: createFloor({ isUntouched: false }), isRepeated: true },
  { name: 'floor: nobody touched the target', copy: createFloor({ isUntouched: true }), isRepeated: true },
]
const LOOP: Case = { name: 'plain loop', copy: plainLoop, isRepeated: false }
const CHECKED_LOOP: Case = { name: 'plain loop that checks', copy: checkedLoop, isRepeated: false }
const GROUPS = [OUR_CASES, FLOOR_CASES, [LOOP], [CHECKED_LOOP]]

interface Measured {
  cpuMs: number
  wallMs: number
  traffic: Traffic
}

/** Worst ratios over all sizes and cases. */
const worst = { time: 0, requests: 0 }
/** Speed of the slowest size for each goal. */
const speeds = new Map<GoalName, number>()

await using provider = await startProvider()
const { url } = provider
const spreadsheets = sourceSheets(url)
const requested = process.argv.slice(2).map(Number)
for (const latencyMs of LATENCIES_MS) {
  console.log(`\n### ${latencyMs} ms a request\n`)
  console.log(
    '| rows x 10 | case | reads, writes, to Drive | CPU ms | loop | checking loop | floor | wall ms | loop | checking loop | floor |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const rows of requested.length > 0 ? requested : DEFAULT_ROWS) await compareAt(rows, latencyMs)
}
for (const [goal, speed] of speeds) report(goal, speed)
report('copyTime', worst.time)
if (worst.requests > 0) report('copyRequests', worst.requests)

async function compareAt(rows: number, latencyMs: number): Promise<void> {
  const sourceId = await spreadsheets.createFilled(rows)
  const all = Math.min(MAX_ROUNDS, Math.ceil(ROWS_PER_SIZE / rows / (latencyMs > 0 ? 4 : 1)))
  const warming = latencyMs > 0 && rows > 10_000 ? 0 : Math.ceil(all / 3)
  const results = new Map<Case, Measured[]>()
  for (let round = -warming; round < all; round += 1) {
    for (const group of round % 2 === 0 ? GROUPS : GROUPS.toReversed()) {
      const measured = await measureGroup(group, { sourceId, rows, latencyMs })
      if (round >= 0) for (const [at, each] of group.entries()) add(results, each, measured[at])
    }
  }
  for (const [at, own] of OUR_CASES.entries()) {
    const ofFloor = FLOOR_CASES[at]
    const floor = (ofFloor && results.get(ofFloor)) ?? []
    findWorst({ own: results.get(own) ?? [], loop: results.get(LOOP) ?? [], floor }, { ...own, rows, latencyMs })
    const others = [results.get(LOOP) ?? [], results.get(CHECKED_LOOP) ?? [], floor]
    console.log(
      `| ${[rows, own.name.replace('ours: ', ''), ...buildColumns(results.get(own) ?? [], others)].join(' | ')} |`,
    )
  }
}

function add(results: Map<Case, Measured[]>, each: Case, measured: Measured | undefined): void {
  if (measured) results.set(each, [...(results.get(each) ?? []), measured])
}

function findWorst(
  { own, loop, floor }: Record<'own' | 'loop' | 'floor', Measured[]>,
  { rows, latencyMs, goal }: Pick<Size, 'rows' | 'latencyMs'> & Pick<Case, 'goal'>,
): void {
  const ratio = (other: Measured[], figure: 'cpuMs' | 'wallMs') => findMedian(other, figure) / findMedian(own, figure)
  const countRequests = ([first]: Measured[]) => first?.traffic.requests ?? Number.NaN
  if (goal && latencyMs > 0 && rows >= MIN_RATED_ROWS)
    speeds.set(goal, Math.min(speeds.get(goal) ?? Number.POSITIVE_INFINITY, ratio(loop, 'wallMs')))
  if (floor.length === 0) return
  if (latencyMs > 0) worst.time = Math.max(worst.time, 1 / ratio(floor, 'wallMs'))
  if (rows === MAX_ROWS) worst.requests = Math.max(worst.requests, countRequests(own) / countRequests(floor))
}

interface Size {
  sourceId: string
  rows: number
  latencyMs: number
}

/** Measures the cases of a contender in order, on a separate target. */
async function measureGroup(cases: readonly Case[], { sourceId, rows, latencyMs }: Size): Promise<Measured[]> {
  const targetId = await spreadsheets.createEmpty()
  const measured: Measured[] = []
  let last: Copied['last']
  for (const { copy, isRepeated, isEdited } of cases) {
    if (isEdited) await spreadsheets.changeCell(sourceId, Math.ceil(rows / 2))
    await provider.delay(latencyMs)
    const startedAt = performance.now()
    const cpuBefore = process.cpuUsage()
    const copied = await copy({ sheetsUrl: url, sourceId, targetId, rows, columns: COLUMNS, isRepeated, last })
    const { user, system } = process.cpuUsage(cpuBefore)
    const wallMs = performance.now() - startedAt
    last = copied.last
    measured.push({ cpuMs: (user + system) / 1000, wallMs, traffic: await provider.traffic() })
  }
  return measured
}

function buildColumns(own: readonly Measured[], others: readonly (readonly Measured[])[]): string[] {
  const { reads = 0, writes = 0, drive = 0 } = own[0]?.traffic ?? {}
  const figures = (['cpuMs', 'wallMs'] as const).flatMap((figure) => {
    const ofOwn = findMedian(own, figure)
    return [
      ofOwn.toFixed(1),
      ...others.map((other) => (other.length === 0 ? '–' : `x ${(findMedian(other, figure) / ofOwn).toFixed(2)}`)),
    ]
  })
  return [`${reads}, ${writes}, ${drive}`, ...figures]
}

function findMedian(measured: readonly Measured[], figure: 'cpuMs' | 'wallMs'): number {
  const sorted = measured.map((each) => each[figure]).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
