import { tmpdir } from 'node:os'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { Approval } from '#domain/guards/decide-copy.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { NO_COUNTS } from '#domain/runs/run-counts.ts'
import { localTimeFormatter } from '#domain/schedule/local-time.ts'
import type { TakenTab } from '#domain/tasks/last-tabs.ts'
import type { JobRules, SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import { type Extent, type LastCopy, NO_COPY } from '#engine/last-copy/last-copy.ts'
import { type CopiedRun, type HeldRun, isSuccess, type SyncOutcome } from '#engine/outcome.ts'
import { runSync } from '#engine/run-sync.ts'
import type { Provider } from '#engine/workbook.ts'
import type { Account } from '#server/google/account.ts'
import { createGoogle, type Google, type GoogleConfig } from '#server/google/google.ts'
import { recordRequests } from '#server/google/request-recorder.ts'
import type { ProviderMetrics } from '#server/google/request-watch.ts'
import type { UserAccountCache } from '#server/google/user-account-cache.ts'
import { keepChanges, type RecordedChanges } from './memory-changes.ts'
import type { RequestLog } from './memory-workbook.ts'

export interface TabSpec {
  title?: string
  rows?: Cell[][]
  rowCount?: number
  columnCount?: number
}

/** Everything that a run reported and stored. */
export interface Recorded {
  log: { level: string; message: string }[]
  progress: Parameters<SyncPorts['onProgress']>[0][]
  waits: (Date | null)[]
  dataCopy: { columns: string[]; rows: Cell[][] } | undefined
  changes: RecordedChanges
}

interface WorldOptions {
  config?: Partial<GoogleConfig>
  metrics?: ProviderMetrics
  userAccounts?: UserAccountCache
  /** Account for requests; defaults to no account. */
  sharedAccount?: Account
  /** Clock; by default, waits advance it. */
  now?: () => Date
  /** Called whenever a run would wait. */
  onPause?: () => Promise<void>
  refusesLongRanges?: boolean
  storesNumbersAsText?: boolean
  errorWords?: Readonly<Record<string, string>>
}

export type TestProvider = Awaited<ReturnType<typeof startTestProvider>>

/** Starts a real provider over HTTP, with runs that do not really wait. */
export async function startTestProvider({
  config,
  metrics,
  userAccounts,
  sharedAccount,
  onPause,
  now: clock,
  ...strictness
}: WorldOptions = {}) {
  let waitedMs = 0
  const now = clock ?? (() => new Date(Date.now() + waitedMs))
  const emulator = await startEmulator({ host: '127.0.0.1', port: 0, now, ...strictness })
  const google = createGoogle({
    config: {
      sheetsUrl: emulator.url,
      driveUrl: emulator.url,
      readsPerMinute: 100_000,
      writesPerMinute: 100_000,
      projectReadsPerMinute: 100_000,
      projectWritesPerMinute: 100_000,
      ...config,
    },
    ...(metrics && { metrics }),
    userAccounts,
    sharedAccount,
    now,
    random: Math.random,
    async pause(durationMs, signal) {
      signal.throwIfAborted()
      waitedMs += durationMs
      await onPause?.()
    },
  })

  const requests: RequestLog = emulator.requests

  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await fetch(`${emulator.url}/v4/spreadsheets${path}`, { method, ...init })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }

  async function write(id: string, range: string, values: Cell[][], valueInputOption = 'RAW'): Promise<void> {
    const path = `/${id}/values/${encodeURIComponent(range)}?valueInputOption=${valueInputOption}`
    await call('PUT', path, { values })
  }

  /** Creates a spreadsheet with these tabs; returns its id. */
  async function spreadsheet(...tabs: TabSpec[]): Promise<string> {
    const sheets = tabs.map(({ title = 'Sheet1', rows = [], rowCount, columnCount }) => ({
      properties: {
        title,
        gridProperties: {
          rowCount: rowCount ?? Math.max(20, rows.length),
          columnCount: columnCount ?? Math.max(8, ...rows.map((row) => row.length)),
        },
      },
    }))
    const { spreadsheetId } = await call<{ spreadsheetId: string }>('POST', '', { sheets })
    for (const { title = 'Sheet1', rows = [] } of tabs) {
      for (let first = 0; first < rows.length; first += 5000) {
        await write(spreadsheetId, `${quoted(title)}!A${first + 1}`, rows.slice(first, first + 5000))
      }
    }
    return spreadsheetId
  }

  /** Copies a spreadsheet and returns the ID of the copy. Copying is much faster than writing large contents again. */
  async function copy(id: string): Promise<string> {
    const response = await fetch(`${emulator.url}/drive/v3/files/${id}/copy`, { method: 'POST', body: '{}' })
    return ((await response.json()) as { id: string }).id
  }

  async function read(id: string, tab = 'Sheet1'): Promise<Cell[][]> {
    const options = 'valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=SERIAL_NUMBER'
    const path = `/${id}/values/${encodeURIComponent(quoted(tab))}?${options}`
    return (await call<{ values?: Cell[][] }>('GET', path)).values ?? []
  }

  return {
    emulator,
    requests,
    google,
    /** Its clock. Waits advance it. */
    now,
    call,
    write,
    spreadsheet,
    copy,
    read,
    [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose](),
  }
}

function quoted(tab: string): string {
  return `'${tab.replaceAll("'", "''")}'`
}

/** Rules of a new task. */
export const RULES: JobRules = {
  onColumnChange: 'hold',
  holdLossPercent: 30,
  expectations: { filled: [], unique: [] },
}

export const APPROVE_ALL: Approval = { allowShrink: true, accepted: [] }

/** Approves the findings that a person saw. */
export function approve(accepted: readonly Hold[]): Approval {
  return { allowShrink: false, accepted }
}

export interface TestJob extends Partial<Omit<SyncJob, 'source' | 'target'>> {
  sourceId: string
  sourceTab?: string
  targetId: string
  targetTab?: string
  takenTabs?: readonly TakenTab[]
}

/** Builds a job from the first tab of a spreadsheet to the first tab of another, below a header. */
export function buildJob({ sourceId, sourceTab = '', targetId, targetTab = '', takenTabs, ...job }: TestJob): SyncJob {
  return {
    source: { id: sourceId, tab: sourceTab },
    target: { id: targetId, tab: targetTab, ...(takenTabs && { takenTabs }) },
    startRow: 2,
    limits: { chunkSize: 2000 },
    access: { accounts: [], owner: '' },
    approval: approve([]),
    keepsCells: true,
    last: NO_COPY,
    rules: RULES,
    ...job,
  }
}

/** Builds the job of the next run, for tests without a new baseline for guards. */
export function afterCopy(job: SyncJob, { left }: Pick<Ran, 'left'>): SyncJob {
  const { extent, memory = job.last.memory } = left
  const { filledRow } = job.last.extent
  return { ...job, last: { ...job.last, extent: { ...extent, filledRow }, memory } }
}

/** Builds the job of the next run. The last run must have left a memory. */
export function afterSuccess(job: SyncJob, ran: Pick<Ran, 'left'>): SyncJob {
  if (!ran.left.memory) throw new Error('The run left no memory')
  return afterCopy(job, ran)
}

/** Builds the state after a copy of this size. */
export function leaveExtent(extent: Extent): LastCopy {
  return { ...NO_COPY, extent }
}

/** Runs a job, and returns its outcome with everything it reported and stored. A failure includes its usage so far. */
export async function sync(
  google: Pick<Google, 'connect'>,
  job: SyncJob,
  ports: Partial<SyncPorts> = {},
): Promise<Ran & Recorded> {
  const recorder = recordRequests()
  const changes = keepChanges()
  const recorded: Recorded = { log: [], progress: [], waits: [], dataCopy: undefined, changes: changes.recorded }
  const watch = { beforeSending() {}, writeBrokeOff() {}, recorder }
  const watched: Provider = { connect: (access) => google.connect({ watch, ...access }) }
  const running = runSync(watched, job, {
    signal: new AbortController().signal,
    now: () => new Date(),
    formatTime: localTimeFormatter(DEFAULT_TIMEZONE),
    tempDir: tmpdir(),
    log: (level, message) => recorded.log.push({ level, message }),
    onProgress: (done) => recorded.progress.push(done),
    onWait: (until) => recorded.waits.push(until),
    async willWrite() {},
    changes: changes.store,
    dataCopy: {
      async open(columns) {
        const rows: Cell[][] = []
        return {
          append: async (more) => void rows.push(...more),
          keep: async () => 0,
          publish: async () => {
            recorded.dataCopy = { columns, rows }
          },
          async [Symbol.asyncDispose]() {},
        }
      },
    },
    ...ports,
  })
  const usage = () => {
    const { reads, writes, bytes } = recorder.figures()
    return { reads, writes, bytes }
  }
  const outcome = await running.catch((error: Error) => {
    throw Object.assign(error, usage())
  })
  if (outcome.kind === 'handedOut') throw new Error('A copy hands no rows out')
  return { ...ranAs(outcome, job), ...usage(), ...recorded }
}

/** Result of a run, in the same shape for all kinds of ends. */
export interface Ran extends Omit<CopiedRun, 'kind'> {
  kind: SyncOutcome['kind']
  status: 'Success' | 'Warning'
  /** Holds of a held run. */
  holds?: HeldRun['holds']
  /** Requests sent, counting every try. */
  reads: number
  writes: number
  bytes: number
}

function ranAs(outcome: Exclude<SyncOutcome, { kind: 'handedOut' }>, { last }: SyncJob) {
  const { rows = 0, errorCells = 0 } = outcome.kind === 'skipped' ? last.extent : {}
  return {
    rows,
    errorCells,
    ...NO_COUNTS,
    ...{
      refusedCells: 0,
      unreadCells: 0,
      hasReadAll: false,
      left: last,
      wasAccepted: false,
    },
    ...{ sourceTitle: '', targetTitle: '' },
    ...outcome,
    status: isSuccess(outcome) ? ('Success' as const) : ('Warning' as const),
  }
}
