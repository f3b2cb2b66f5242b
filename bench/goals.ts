type Unit = 'x' | 'ms' | 's' | 'kB' | 'MB' | '%' | ''

/** A measured figure and its goal. */
export interface Goal {
  /** Name of the figure in docs/developers/benchmarks.md. */
  readonly what: string
  readonly unit: Unit
  /** Maximum, or with `isLeast` the minimum. */
  readonly goal: number
  readonly isLeast?: true
}

/** All figures with a goal, in the order of docs/developers/benchmarks.md. Counts have separate limits in tests/support. */
export const GOALS = {
  listP95: { what: 'list of 400 tasks, 95th percentile', unit: 'ms', goal: 60 },
  statusAllP95: { what: 'status of all 10,000 tasks, 95th percentile', unit: 'ms', goal: 100 },
  task: { what: 'one task with 50 log lines, median against plain SQL', unit: 'x', goal: 3 },
  sortedPage: { what: 'sorted pages of 500 rows, median against plain SQL', unit: 'x', goal: 1.5 },
  event: { what: 'from the commit of a change to the event at a page', unit: 'ms', goal: 20 },
  eventOfOtherNode: { what: 'the same at a page of another node', unit: 'ms', goal: 20 },
  pages20: { what: 'what 20 open pages cost Run All', unit: '%', goal: 10 },
  pages200: { what: 'what 200 open pages cost Run All', unit: '%', goal: 10 },
  pageTraffic: { what: 'sent to an open page in a minute of Run All', unit: 'MB', goal: 5 },
  healthz: { what: '`/healthz` meanwhile, 95th percentile with 200 pages', unit: 'ms', goal: 50 },
  attackedHealthz: { what: '`/healthz` during attacks, 99th percentile of the worst', unit: 'ms', goal: 250 },
  firstLoadRequests: { what: 'first load of 400 tasks: requests', unit: '', goal: 15 },
  firstLoadBytes: { what: 'first load of 400 tasks: sent', unit: 'kB', goal: 350 },
  firstCard: { what: 'first load of 400 tasks: first card, at a quarter of the CPU', unit: 'ms', goal: 900 },
  memoryPostgres: { what: 'memory after the start, with PostgreSQL', unit: 'MB', goal: 200 },
  memoryEmbedded: { what: 'memory after the start, embedded', unit: 'MB', goal: 450 },
  peakEmbedded: { what: 'peak of the memory, embedded', unit: 'MB', goal: 900 },
  start: { what: 'start after the first one', unit: 's', goal: 1.2 },
  queueOneNode: { what: 'runs a second, PostgreSQL, one node, 1,000 queued', unit: '', goal: 400, isLeast: true },
  queueThreeNodes: { what: 'runs a second, PostgreSQL, three nodes, 1,000 queued', unit: '', goal: 700, isLeast: true },
  queueEmbedded: { what: 'runs a second, embedded, 1,000 queued', unit: '', goal: 100, isLeast: true },
  copySpeedFirst: {
    what: 'speed of first copies of 40,000 rows or more at 100 ms a request against a plain loop',
    unit: 'x',
    goal: 1.5,
    isLeast: true,
  },
  copySpeedUnchanged: { what: 'the same of copies that find nothing changed', unit: 'x', goal: 4, isLeast: true },
  copySpeedChanged: { what: 'the same of copies that find one cell changed', unit: 'x', goal: 3, isLeast: true },
  copyTime: { what: 'time of copies against the floor at 100 ms a request, slowest case', unit: 'x', goal: 1.3 },
  copyRequests: { what: 'requests of 200,000 rows against the fewest, worst case', unit: 'x', goal: 1.3 },
  copyMemory: { what: 'memory for 10 million cells against 1 million, worst case', unit: 'x', goal: 1.3 },
  shapeTime: { what: 'time of 1,000,000 x 10 cells with a shape against without', unit: 'x', goal: 1.15 },
  handOutTime: { what: 'first copy of 40,000 rows to 400 targets against 4,000 rows to 40: time', unit: 'x', goal: 12 },
  handOutReads: { what: 'first copy to 400 targets: reads for each', unit: '', goal: 3.1 },
  handOutUntouched: { what: '400 targets that nobody touched: reads', unit: '', goal: 2 },
  millionReads: { what: '1,000,000 x 10 cells that nobody touched: reads', unit: '', goal: 45 },
  millionSeconds: { what: '1,000,000 x 10 cells that nobody touched: time', unit: 's', goal: 10 },
  wave: { what: '100 unchanged tasks at 60 reads a minute', unit: 's', goal: 120 },
  skippedWave: { what: 'the same where unedited files are skipped', unit: 's', goal: 20 },
  editToCopy: {
    what: "from Drive's report of an edit to its copy, median of 400 watched sources",
    unit: 's',
    goal: 120,
  },
  tenThousandWave: { what: 'Run All of 10,000 tasks against the time that their quota takes', unit: 'x', goal: 1.02 },
  tenThousandCalls: {
    what: 'slowest call of the list and Home with 10,000 tasks, 95th percentile',
    unit: 'ms',
    goal: 100,
  },
  accidentsHeld: { what: 'accidents that are held', unit: '%', goal: 99, isLeast: true },
  ordinaryHeld: { what: 'ordinary days that are held', unit: '%', goal: 0.5 },
} as const satisfies Record<string, Goal>

export type GoalName = keyof typeof GOALS

/** Formats a goal for docs/developers/benchmarks.md. */
export function goalText({ unit, goal, isLeast }: Goal): string {
  return `${isLeast ? 'at least ' : ''}${figureText(goal, unit)}`
}

export function isMet({ goal, isLeast }: Goal, figure: number): boolean {
  return isLeast ? figure >= goal : figure <= goal
}

const WHOLE_FROM = 100

export function figureText(figure: number, unit: Unit): string {
  const digits = Math.abs(figure) >= WHOLE_FROM || Number.isInteger(figure) ? 0 : figure < 2 ? 2 : 1
  const text = figure.toLocaleString('en-US', { maximumFractionDigits: digits })
  if (unit === '') return text
  return unit === 'x' ? `x ${text}` : `${text} ${unit}`
}
