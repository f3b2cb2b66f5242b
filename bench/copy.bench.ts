import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measured } from './copy/contender.ts'
import type { Job } from './copy/job.ts'
import type { Traffic } from './copy/provider.ts'
import { COLUMNS, sourceSheets } from './copy/source.ts'

// The same copies by three contenders, on one provider that takes 100 ms for each request, side by side in one run.
// Rows can be given on the command line: `node bench/copy.bench.ts 10000 100000`.
const CONTENDERS = ['ours', 'plain loop', 'google-spreadsheet']
const DEFAULT_ROWS = [10_000, 100_000, 1_000_000]

type Result = Measured & Traffic

const wantedRows = process.argv.slice(2).map(Number)
const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-bench-'))
const provider = fork(join(import.meta.dirname, 'copy/provider.ts'), [dataDir])
const { url } = await answerOf<{ url: string }>(provider)
try {
  for (const rows of wantedRows.length > 0 ? wantedRows : DEFAULT_ROWS) await compareAt(rows)
} finally {
  provider.disconnect()
  await once(provider, 'exit')
  await rm(dataDir, { recursive: true, force: true })
}

async function compareAt(rows: number): Promise<void> {
  const spreadsheets = sourceSheets(url)
  const sourceId = await spreadsheets.createFilled(rows)
  const targets = new Map<string, string>()
  for (const name of CONTENDERS) targets.set(name, await spreadsheets.createEmpty())

  const job = (name: string, isRepeated: boolean): Job => {
    const targetId = targets.get(name) ?? ''
    return { sheetsUrl: url, sourceId, targetId, rows, columns: COLUMNS, isRepeated }
  }
  await round(`First copy of ${rows} x ${COLUMNS} cells`, (name) => job(name, false))
  await round(`Unchanged, ${rows} x ${COLUMNS} cells`, (name) => job(name, true))
  await spreadsheets.changeOneInHundred(sourceId, rows)
  await round(`1 % changed of ${rows} x ${COLUMNS} cells`, (name) => job(name, true))
}

async function round(title: string, jobOf: (name: string) => Job): Promise<void> {
  const results = new Map<string, Result>()
  for (const name of CONTENDERS) results.set(name, await measure(name, jobOf(name)))
  console.log(`\n### ${title}\n`)
  console.log(
    '| | requests | reads | writes | MB written | MB read | cells written | seconds | peak MB | time against ours |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  const own = results.get('ours')?.seconds ?? Number.NaN
  for (const [name, result] of results) console.log(`| ${[name, ...columnsOf(result, own)].join(' | ')} |`)
}

async function measure(name: string, job: Job): Promise<Result> {
  provider.send('watch')
  await answerOf(provider)
  const contender = fork(join(import.meta.dirname, 'copy/contender.ts'))
  contender.send({ name, job })
  const measured = await answerOf<Measured>(contender)
  provider.send('report')
  return { ...measured, ...(await answerOf<Traffic>(provider)) }
}

function columnsOf(result: Result, ownSeconds: number): (string | number)[] {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2)
  return [
    result.requests,
    result.reads,
    result.writes,
    megabytes(result.bytesWritten),
    megabytes(result.bytesRead),
    result.cells,
    result.seconds.toFixed(1),
    result.peakMb.toFixed(0),
    `x ${(result.seconds / ownSeconds).toFixed(2)}`,
  ]
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = new AbortController()
  try {
    const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('A process of the benchmark ended before it answered')
    })
    const [answer] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit])
    return answer as Answer
  } finally {
    ended.abort()
  }
}
