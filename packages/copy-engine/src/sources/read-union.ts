import type { SourceRef } from '#contract/task-fields.ts'
import type { Failure } from '#domain/failures/failure.ts'
import { withoutCells } from '#domain/failures/without-cells.ts'
import type { SourceBaseline } from '#domain/guards/baseline.ts'
import { decideCopy } from '#domain/guards/decide-copy.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { columnNames } from '#domain/recognize/column-names.ts'
import { uniteHeaders } from '#domain/shape/union.ts'
import type { SyncJob, SyncPorts } from '#engine/job/sync-job.ts'
import type { SourceMemory } from '#engine/last-copy/copy-memory.ts'
import { findMode } from '#engine/modes/modes.ts'
import { ProviderError } from '#engine/provider-error.ts'
import { digestOf, rememberTab } from '#engine/tabs/copy-memory.ts'
import { NO_LAYOUT, type SourceLayout } from '#engine/tabs/read-layouts.ts'
import type { Workbook } from '#engine/workbook.ts'
import type { JudgedPart } from './judge-part.ts'
import { readSource, type SourceRead } from './read-source.ts'
import { type FoundSource, filesOfFolders, resolveSources } from './resolve-sources.ts'
import type { UnionSource } from './shape-union.ts'
import type { SourceStore, StoredSource } from './source-store.ts'

export interface UnionOptions {
  job: SyncJob
  /** Compares a source with its last copy. */
  judge(read: SourceRead, copy: { job: SyncJob; last: SourceBaseline | undefined }): Promise<JudgedPart>
  ports: Pick<SyncPorts, 'tempDir'> & { sources?: Pick<SourceStore, 'read'> | undefined }
  /** Disposes of temporary files. */
  stack: AsyncDisposableStack
}

/** A source that is copied as it was last time. */
export interface KeptSource {
  title: string
  /** Number of data rows it keeps. */
  rows: number
  /** Whether it adds no rows in this run, because the task appends; otherwise its last rows are kept. */
  isLeftOut: boolean
  /** Reasons to keep the source, the main reason first. */
  reasons: readonly [Failure, ...Failure[]]
}

/** A source whose rows are copied. */
export interface Part {
  key: string
  /** The source as it is, or as it was last copied. */
  facts: StoredSource
  baseline: SourceBaseline
  /** Undefined if the source is copied as it was. */
  read: SourceRead | undefined
  judged: JudgedPart | undefined
}

export interface ReadUnion {
  parts: readonly Part[]
  /** The spreadsheets in folders; undefined if there is no folder, or a folder could not be listed. */
  folderFiles: SourceRef[] | undefined
  union: UnionSource
  kept: readonly KeptSource[]
  /** Reasons to keep sources as they were, if a person can decide otherwise. */
  keptHolds: readonly Hold[]
  /** Reasons to hold the whole copy. */
  holds: readonly Hold[]
  /** Whether a person accepted findings that would have held a source. */
  wasAccepted: boolean
  /** Number formats by column of the union. */
  layout(): Promise<SourceLayout>
  /** The memories of the sources, for the next run; undefined if a source was not read. */
  memories(): Promise<Record<string, SourceMemory> | undefined>
}

/** Maximum sources to read at once. */
const MAX_AT_ONCE = 4

/**
 * Reads and judges each source by itself. The task decides whether a source that fails or is held keeps its last rows or holds
 * the run.
 *
 * @throws ProviderError of a source that fails, if the whole run fails with it, or if its last rows are not known
 */
export async function readUnion(workbook: Workbook, options: UnionOptions): Promise<ReadUnion> {
  const { job, ports } = options
  const found = await resolveSources(workbook, job)
  const results = eachTabOnce(await inOrder(found, (source) => readPart(workbook, source, options)), job)
  if (results.every(({ error }) => error)) throw results[0]?.error ?? new Error('A task has at least one source')
  const { addsRows } = findMode(job.shape)
  const holdsAll = job.union?.whenSourceFails === 'hold'
  const parts: Part[] = []
  const kept: KeptSource[] = []
  const [keptHolds, holds]: [Hold[], Hold[]] = [[], []]
  let wasAccepted = false
  for (const { key, part, error, found: why } of results) {
    const decision = decideCopy(why, job)
    wasAccepted ||= decision.wasAccepted
    if (part && (decision.holds.length === 0 || holdsAll)) {
      parts.push(part)
      holds.push(...decision.holds)
      continue
    }
    if (!part && !error && decision.wasAccepted) continue
    if (error && holdsAll) throw error
    if (holdsAll) {
      holds.push(...decision.holds)
      continue
    }
    const last = findLastCopy(job, key)
    const stored = last && (await ports.sources?.read({ key, digest: last.digest }))
    if (last ? !stored : hasUnknownRows(job, key)) {
      if (error) throw error
      if (part) parts.push(part)
      holds.push(...decision.holds)
      continue
    }
    const title = part?.judged?.title ?? last?.title ?? formatSourceKey(key)
    const reasons = error ? [job.keepsCells ? error.failure : withoutCells(error.failure)] : decision.holds
    const [reason, ...others] = reasons
    if (reason) kept.push({ title, rows: last?.rows ?? 0, isLeftOut: addsRows, reasons: [reason, ...others] })
    keptHolds.push(...decision.holds.map((hold) => ({ ...hold, keepsItsRows: true })))
    if (!last || !stored) continue
    const facts = addsRows ? { ...stored, ...NO_ROWS } : stored
    parts.push({ key, facts, baseline: last, read: undefined, judged: undefined })
  }
  if (parts.length === 0 && holds.length === 0) holds.push(...keptHolds.splice(0))
  return {
    ...uniteParts(parts, job),
    folderFiles: filesOfFolders(found, job),
    kept,
    keptHolds,
    holds,
    wasAccepted,
    memories: async () => (kept.length > 0 ? undefined : await collectMemories(parts)),
  }
}

/** A source without new rows: earlier runs have appended its rows, and only its columns must stay in place. */
const NO_ROWS = { lastRow: 0, errors: [], rows: { async *[Symbol.asyncIterator]() {} } }

interface PartResult {
  key: string
  part?: Part
  error?: ProviderError
  /** Reasons for a person to confirm the source. */
  found: readonly Hold[]
}

async function readPart(
  workbook: Workbook,
  source: FoundSource,
  { job, ports, stack, judge }: UnionOptions,
): Promise<PartResult> {
  const { key } = source
  const last = findLastCopy(job, key)
  if (!('sourceId' in source)) {
    const { error } = source
    if (error) return { key, error, found: [] }
    const { title = '', rows = 0, tab } = last ?? {}
    return { key, found: [{ cause: 'source_gone', tab: tab?.title ?? '', rows, source: title, sourceKey: key }] }
  }
  const hadErrors = (last?.profile.columns ?? []).some(({ kinds }) => kinds.error > 0)
  const memory = job.last.memory?.sources?.[key]
  try {
    const read = await readSource(workbook, { place: source, job, memory, hadErrors, ...ports, stack })
    const judged = await judge(read, { job, last })
    const { digest, header, shownHeader, width, lastRow, hidden, errors, rows } = read
    const { locale } = read.source.spreadsheet
    const ofRows = { width, lastRow, hidden, errors, rows, formats: [] }
    const facts = { digest, title: judged.title, locale, header, shownHeader, ...ofRows }
    return { key, part: { key, facts, baseline: judged.baseline, read, judged }, found: judged.holds }
  } catch (error) {
    if (error instanceof ProviderError) return { key, error, found: [] }
    throw error
  }
}

/** Works on a few items at once, and returns their results in order. */
async function inOrder<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  const workers = Array.from({ length: MAX_AT_ONCE }, async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1])
  })
  await Promise.all(workers)
  return results
}

/** Keeps a single result per tab if several entries lead to it. Keeps a failure only if no entry could read the tab. */
function eachTabOnce(results: readonly PartResult[], job: SyncJob): PartResult[] {
  const tabKey = ({ key, part }: PartResult) => {
    const facts = part?.baseline ?? findLastCopy(job, key)
    return facts && JSON.stringify([facts.spreadsheetId, facts.tab.sheetId])
  }
  const read = new Set(results.filter(({ part }) => part).map(tabKey))
  const seen = new Set<string>()
  return results.filter((result) => {
    const tab = tabKey(result)
    if (tab === undefined) return true
    if (seen.has(tab) || (!result.part && read.has(tab))) return false
    seen.add(tab)
    return true
  })
}

/** Finds a source as it was last copied. */
function findLastCopy({ last: { baseline } }: Pick<SyncJob, 'last'>, key: string): SourceBaseline | undefined {
  return baseline?.sources?.[key]
}

/** Whether the target may have rows of a source without a stored copy: from a time when it was the task's only source. */
function hasUnknownRows({ last: { baseline, extent }, source }: SyncJob, key: string): boolean {
  return extent.width !== undefined && !baseline?.sources && key === JSON.stringify([source.id, source.tab])
}

/** Formats the key of a source that was never read, such as `1AbC…!Orders`. */
function formatSourceKey(key: string): string {
  return Object.values(JSON.parse(key) as object)
    .filter(Boolean)
    .join('!')
}

/** Puts the sources below each other. */
export function uniteParts(parts: readonly Part[], job: SyncJob): Pick<ReadUnion, 'parts' | 'union' | 'layout'> {
  return { parts, union: joinParts(parts, job), layout: () => joinLayouts(parts, job) }
}

function joinParts(parts: readonly Part[], job: SyncJob): UnionSource {
  const { startRow } = job
  const { places, ...columns } = listHeaders(parts, job)
  const known = parts.map(({ key, facts: { title, digest } }) => [key, title, digest])
  return {
    ...columns,
    digest: digestOf(JSON.stringify([startRow, known])),
    parts: parts.map(({ facts }, at) => ({ ...facts, places: places[at] ?? [] })),
  }
}

/** If rows of earlier runs stay, the header written then decides about the columns. */
function listHeaders(parts: readonly Part[], { union, shape, last: { baseline } }: SyncJob) {
  const headers = parts.map(({ facts }) => facts)
  const { header = [], columnNames: names = columnNames(header, header.length) } = baseline ?? {}
  const last = findMode(shape).keepsEarlierRows ? { header, names } : undefined
  return uniteHeaders(headers, union?.sourceColumn ?? '', last)
}

/** Joins the layouts. Each column has the format of the first source with a format there. */
async function joinLayouts(parts: readonly Part[], job: SyncJob): Promise<SourceLayout> {
  const { header, places } = listHeaders(parts, job)
  const layouts = await Promise.all(parts.map(formatsOf))
  const formats = header.map((_, at) => {
    const found = layouts.map((own, index) => own[(places[index]?.[at] ?? 0) - 1] ?? undefined)
    return found.find((format) => format !== undefined)
  })
  return { ...NO_LAYOUT, formats }
}

export async function formatsOf({ read, facts }: Pick<Part, 'read' | 'facts'>): Promise<SourceLayout['formats']> {
  return read ? (await read.layout()).formats : facts.formats
}

async function collectMemories(parts: readonly Part[]): Promise<Record<string, SourceMemory>> {
  const memories = parts.map(async ({ key, read, facts }): Promise<[string, SourceMemory][]> => {
    if (!read) return []
    const source = rememberTab(read.source)
    return [[key, { source, ...read.digests, formats: await formatsOf({ read, facts }) }]]
  })
  return Object.fromEntries((await Promise.all(memories)).flat())
}
