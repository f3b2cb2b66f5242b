import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LastCopy } from '#engine/last-copy/last-copy.ts'
import type { Measurement } from './copy/contender.ts'
import type { CopyJob } from './copy/copy-job.ts'
import type { Traffic } from './copy/provider.ts'
import { COLUMNS, sourceSheets } from './copy/source.ts'
import { startProvider } from './copy/start-provider.ts'
import { messageFrom } from './message-from.ts'
import { report } from './report.ts'

// Compares three contenders on the same copies, with a provider that delays each response by 100 ms. Row counts can be
// passed on the command line, and the names of contenders: `npx node bench/copy.bench.ts ours 10000 100000`.
const ALL_CONTENDERS = ['ours', 'plain loop', 'google-spreadsheet']
const DEFAULT_ROWS = [10_000, 100_000, 1_000_000]
const LATENCY_MS = Number(process.env['LATENCY_MS'] ?? 100)
/** Node options of the started server. */
const NODE_OPTIONS = ['--max-semi-space-size=16']

/** Rows with 10 million cells, and with 1 million cells. */
const [MANY_ROWS, FEWER_ROWS] = [1_000_000, 100_000]
const UNTOUCHED = 'Unchanged, and nobody touched the target'

type Result = Measurement & Traffic

/** Results of our copies, by title and number of rows. */
const copies = new Map<string, Map<number, Result>>()

/** State after our last copy, by target. */
const leftBehind = new Map<string, LastCopy>()

const args = process.argv.slice(2)
const requestedRows = args.filter((arg) => !ALL_CONTENDERS.includes(arg)).map(Number)
const named = ALL_CONTENDERS.filter((name) => args.includes(name))
const CONTENDERS = named.length > 0 ? named : ALL_CONTENDERS
await using provider = await startProvider()
const { url } = provider
for (const rows of requestedRows.length > 0 ? requestedRows : DEFAULT_ROWS) await compareAt(rows)
reportFigures()

async function compareAt(rows: number): Promise<void> {
  const spreadsheets = sourceSheets(url)
  const sourceId = await spreadsheets.createFilled(rows)
  const targets = new Map<string, string>()
  for (const name of CONTENDERS) targets.set(name, await spreadsheets.createEmpty())

  const job = (name: string, isRepeated: boolean): CopyJob => {
    const targetId = targets.get(name) ?? ''
    return { sheetsUrl: url, sourceId, targetId, rows, columns: COLUMNS, isRepeated, last: leftBehind.get(targetId) }
  }
  await round({ title: 'First copy', rows }, (name) => job(name, false))
  await round({ title: 'Unchanged', rows }, (name) => job(name, true))
  await round({ title: UNTOUCHED, rows }, (name) => job(name, true))
  await spreadsheets.changeOneInHundred(sourceId, rows)
  await round({ title: '1 % changed', rows }, (name) => job(name, true))
}

function reportFigures(): void {
  const million = copies.get(UNTOUCHED)?.get(MANY_ROWS)
  if (!million) return
  report('millionReads', million.reads)
  report('millionSeconds', million.seconds)
  const growth = [...copies.values()].flatMap((byRows) => {
    const [many, fewer] = [byRows.get(MANY_ROWS), byRows.get(FEWER_ROWS)]
    return many && fewer ? [many.peakMb / fewer.peakMb] : []
  })
  if (growth.length > 0) report('copyMemory', Math.max(...growth))
}

async function round(
  { title, rows }: { title: string; rows: number },
  jobOf: (name: string) => CopyJob,
): Promise<void> {
  const results = new Map<string, Result>()
  for (const name of CONTENDERS) {
    const job = jobOf(name)
    const result = await measure(name, job)
    if (result.last) leftBehind.set(job.targetId, result.last)
    results.set(name, result)
  }
  console.log(`\n### ${title}, ${rows} x ${COLUMNS} cells\n`)
  console.log(
    '| | requests | reads | writes | to Drive | MB written | MB read | cells written | seconds | CPU seconds | peak MB | time against ours | CPU against ours |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|---|')
  const ours = results.get('ours')
  if (!ours) throw new Error('Ours was not measured')
  copies.set(title, new Map(copies.get(title)).set(rows, ours))
  for (const [name, result] of results) console.log(`| ${[name, ...buildColumns(result, ours)].join(' | ')} |`)
}

async function measure(name: string, job: CopyJob): Promise<Result> {
  await provider.delay(LATENCY_MS)
  const execArgv = name === 'ours' ? NODE_OPTIONS : []
  const contender = fork(join(import.meta.dirname, 'copy/contender.ts'), { execArgv })
  contender.send({ name, job })
  const measurement = await messageFrom<Measurement>(contender)
  return { ...measurement, ...(await provider.traffic()) }
}

function buildColumns(result: Result, ours: Result): (string | number)[] {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2)
  return [
    result.requests,
    result.reads,
    result.writes,
    result.drive,
    megabytes(result.bytesWritten),
    megabytes(result.bytesRead),
    result.cells,
    result.seconds.toFixed(1),
    result.cpuSeconds.toFixed(2),
    result.peakMb.toFixed(0),
    `x ${(result.seconds / ours.seconds).toFixed(2)}`,
    `x ${(result.cpuSeconds / ours.cpuSeconds).toFixed(2)}`,
  ]
}
