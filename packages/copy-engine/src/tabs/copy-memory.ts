import { hash } from 'node:crypto'
import type { Cause } from '#domain/failures/failure.ts'
import type { CopyMemory, RememberedTab } from '#engine/last-copy/copy-memory.ts'
import { ProviderError } from '#engine/provider-error.ts'
import type { Endpoints, Source, Target } from './resolve-tabs.ts'

/** The file versions of two tabs verified to be equal. */
export type FileVersions = Pick<CopyMemory, 'targetVersion' | 'sourceVersion' | 'sourceIsComputed'>

/** The remembered tabs have been replaced, or have changed so much that everything must be read. */
export class StaleMemory extends Error {
  override name = 'StaleMemory'
}

const goneReasons: ReadonlySet<Cause> = new Set(['tab_missing', 'grid_changed', 'invalid'])

/** Rethrows the error of a request about a remembered tab. @throws StaleMemory for a failure that means the tab is gone */
export function throwIfGone(error: unknown): never {
  throw error instanceof ProviderError && goneReasons.has(error.reason) ? new StaleMemory() : error
}

/** The digest of a block without a filled cell. */
const EMPTY_BLOCK = digestOf('[]')
/** The digest of a block read in parts. */
export const NO_DIGEST = ''

export function digestOf(text: string): string {
  return hash('sha1', text, 'base64url')
}

export type SourceDigests = Pick<
  CopyMemory,
  'blockRows' | 'header' | 'shownHeader' | 'digests' | 'bytes' | 'rows' | 'widths'
>

interface CopyToRemember {
  source: Source
  target: Source
  read: SourceDigests
  versions: FileVersions
}

/** Creates the memory of a copy. Other tabs of the spreadsheets are left out. */
export function rememberCopy({ source, target, read, versions }: CopyToRemember): CopyMemory {
  const filled = read.digests.findLastIndex((digest) => digest !== EMPTY_BLOCK) + 1
  return {
    source: rememberTab(source),
    target: rememberTab(target),
    ...read,
    digests: read.digests.slice(0, filled),
    bytes: read.bytes.slice(0, filled),
    rows: read.rows.slice(0, filled),
    widths: read.widths.slice(0, filled),
    ...versions,
  }
}

/** A tab without the other tabs of its spreadsheet. */
export function rememberTab({ spreadsheet, tab }: Source): RememberedTab {
  return { spreadsheet: { ...spreadsheet, tabs: [tab], otherTabs: [], isPartial: true }, tab }
}

/** Whether the source is unchanged since the last run. */
export function isSameSource(read: SourceDigests, memory: CopyMemory): boolean {
  if (read.header !== memory.header || read.blockRows !== memory.blockRows) return false
  const count = Math.max(read.digests.length, memory.digests.length)
  return Array.from({ length: count }, (_, index) =>
    isSameBlock(index, read.digests[index] ?? EMPTY_BLOCK, memory),
  ).every(Boolean)
}

export function isSameBlock(index: number, digest: string, memory: Pick<CopyMemory, 'digests'>): boolean {
  return digest !== NO_DIGEST && digest === (memory.digests[index] ?? EMPTY_BLOCK)
}

/** The tabs of the last run. Their size is checked with every read. */
export function rememberedTabs({ source, target }: CopyMemory, ends: Endpoints): { source: Source; target: Target } {
  const copied = structuredClone({ source, target })
  const { tabs } = ends.last
  return {
    source: { ...copied.source, rememberedAs: ends.source.tab || (tabs.source?.title ?? '') },
    target: {
      ...copied.target,
      tabTitle: target.tab.title,
      rememberedAs: ends.target.tab || (tabs.target?.title ?? ''),
    },
  }
}
