import { startEmulator } from '@nano-sync/sheets-emulator'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { Google } from '#server/google/google.ts'
import { buildJob, connect, NO_QUOTA, runCopy } from './copy/run-copy.ts'
import { report } from './report.ts'

// A wave of 100 small unchanged tasks, under Google's quota of 60 reads and 60 writes a minute, enforced by the provider:
// read as usual, and skipped because nobody edited their files.
const TASKS = 100
const ROWS = 50
const CONCURRENT = 10
const QUOTA = { readsPerMinute: 60, writesPerMinute: 60 }
const PROJECT_QUOTA = { projectReadsPerMinute: 300, projectWritesPerMinute: 300 }

await using provider = await startEmulator({ host: '127.0.0.1', port: 0 })

async function createSpreadsheet(values?: (string | number)[][]): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const url = `${provider.url}/v4/spreadsheets`
  const created = await fetch(url, { method: 'POST', headers, body: '{}' })
  const { spreadsheetId } = (await created.json()) as { spreadsheetId: string }
  if (values) {
    const body = JSON.stringify({ values })
    await fetch(`${url}/${spreadsheetId}/values/A1?valueInputOption=RAW`, { method: 'PUT', headers, body })
  }
  return spreadsheetId
}

async function createJobs(preparesSkip: boolean): Promise<SyncJob[]> {
  const jobs: SyncJob[] = []
  for (let task = 0; task < TASKS; task += 1) {
    const rows = Array.from({ length: ROWS + 1 }, (_, row) => [`${task}/${row}`, row, row * 2, 'active'])
    const [sourceId, targetId] = [await createSpreadsheet(rows), await createSpreadsheet()]
    jobs.push(buildJob({ sourceId, targetId, startRow: 2, limits: { chunkSize: 2000 }, fileChecks: { preparesSkip } }))
  }
  return jobs
}

async function copy(google: Google, job: SyncJob): Promise<SyncJob> {
  const { extent, memory = job.last.memory } = (await runCopy(google, job)).left
  return { ...job, last: { ...job.last, extent, memory } }
}

async function wave(google: Google, jobs: readonly SyncJob[]): Promise<SyncJob[]> {
  const next: SyncJob[] = []
  const waiting = [...jobs.entries()]
  const work = async () => {
    for (let taken = waiting.shift(); taken; taken = waiting.shift()) next[taken[0]] = await copy(google, taken[1])
  }
  await Promise.all(Array.from({ length: CONCURRENT }, work))
  return next
}

async function measure(name: 'read' | 'skipped', jobs: readonly SyncJob[]): Promise<void> {
  provider.requests.clear()
  provider.faults.setQuota(QUOTA)
  const startedAt = performance.now()
  await wave(connect(provider.url, { ...QUOTA, ...PROJECT_QUOTA }), jobs)
  const seconds = (performance.now() - startedAt) / 1000
  const sheets = provider.requests.entries.filter(({ path }) => path.startsWith('/v4/'))
  const count = (kind: string) => sheets.filter((entry) => entry.kind === kind).length
  const refused = sheets.filter(({ status }) => status === 429).length
  const drive = provider.requests.entries.length - sheets.length
  report(name === 'read' ? 'wave' : 'skippedWave', seconds)
  console.log(`| ${name} | ${count('read')} | ${count('write')} | ${drive} | ${refused} | ${seconds.toFixed(1)} |`)
}

/** After two runs: the first copy writes, and the second finds no changes. */
async function settledJobs(preparesSkip: boolean): Promise<SyncJob[]> {
  const google = connect(provider.url, NO_QUOTA)
  const created = await createJobs(preparesSkip)
  return await wave(google, await wave(google, created))
}

const toRead = await settledJobs(false)
const toSkip = await settledJobs(true)
console.log(`\n### A wave of ${TASKS} unchanged tasks of ${ROWS} x 4 cells under 60 reads and 60 writes a minute\n`)
console.log('| | reads | writes | to Drive | refused | seconds |')
console.log('|---|---|---|---|---|---|')
await measure(
  'skipped',
  toSkip.map((job) => ({
    ...job,
    fileChecks: { ...job.fileChecks, maySkip: true, requestedAt: new Date() },
  })),
)
await measure('read', toRead)
