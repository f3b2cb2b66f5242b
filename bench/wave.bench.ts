import { tmpdir } from 'node:os'
import { startEmulator } from '#emulator/start-emulator.ts'
import { createGoogle, type Google } from '#server/google/google.ts'
import { recordRequests } from '#server/google/request-recorder.ts'
import { runSync } from '#server/sync/run-sync.ts'
import type { SyncJob, SyncOutcome } from '#server/sync/sync-job.ts'
import { ignoredChanges } from './copy/ignored-changes.ts'

// A wave of 100 small tasks of which nothing changed, under Google's quota of 60 reads and 60 writes a minute, which the
// provider enforces.
const TASKS = 100
const ROWS = 50
const CONCURRENT = 10
const QUOTA = { readsPerMinute: 60, writesPerMinute: 60 }
const UNLIMITED = { readsPerMinute: 1e6, writesPerMinute: 1e6 }

await using provider = await startEmulator({ host: '127.0.0.1', port: 0 })

function connect(quota: typeof QUOTA): Google {
  const project = { projectReadsPerMinute: 300, projectWritesPerMinute: 300 }
  const limits =
    quota === QUOTA ? { ...quota, ...project } : { ...quota, projectReadsPerMinute: 1e6, projectWritesPerMinute: 1e6 }
  const config = { sheetsUrl: provider.url, driveUrl: provider.url, ...limits }
  return createGoogle({ config, now: () => new Date(), random: Math.random })
}

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

async function copy(google: Google, job: SyncJob): Promise<SyncJob> {
  const outcome: SyncOutcome = await runSync(google, job, {
    signal: new AbortController().signal,
    log() {},
    onProgress() {},
    scratchDir: tmpdir(),
    requests: { beforeSending() {}, writeBrokeOff() {}, recorder: recordRequests() },
    onWait() {},
    async willWrite() {},
    dataCopy: { open: async () => ({ async append() {}, async publish() {}, async [Symbol.asyncDispose]() {} }) },
    changes: ignoredChanges,
  })
  const { rows: lastRows, width: lastWidth, memory } = outcome
  return { ...job, lastRows, lastWidth, ...(memory && { memory }) }
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

let jobs: SyncJob[] = []
for (let task = 0; task < TASKS; task += 1) {
  const rows = Array.from({ length: ROWS + 1 }, (_, row) => [`${task}/${row}`, row, row * 2, 'active'])
  const [sourceId, targetId] = [await createSpreadsheet(rows), await createSpreadsheet()]
  const tabs = { sourceId, sourceTab: '', targetId, targetTab: '' }
  jobs.push({ ...tabs, startRow: 2, chunkSize: 2000, accounts: [], owner: '', allowShrink: false })
}
// The first copy writes, and the second one sees that nothing changed.
for (let run = 0; run < 2; run += 1) jobs = await wave(connect(UNLIMITED), jobs)

console.log(`\n### A wave of ${TASKS} unchanged tasks of ${ROWS} x 4 cells under 60 reads and 60 writes a minute\n`)
console.log('| | reads | writes | to Drive | refused | seconds |')
console.log('|---|---|---|---|---|---|')
provider.requests.clear()
provider.faults.setQuota(QUOTA)
const startedAt = performance.now()
await wave(connect(QUOTA), jobs)
const seconds = (performance.now() - startedAt) / 1000
const sheets = provider.requests.entries.filter(({ path }) => path.startsWith('/v4/'))
const count = (kind: string) => sheets.filter((entry) => entry.kind === kind).length
const refused = sheets.filter(({ status }) => status === 429).length
const drive = provider.requests.entries.length - sheets.length
console.log(`| ours | ${count('read')} | ${count('write')} | ${drive} | ${refused} | ${seconds.toFixed(0)} |`)
