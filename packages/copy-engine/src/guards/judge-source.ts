import { a1Cell, cellAddress } from '#domain/copy/a1.ts'
import { readLocalErrorText } from '#domain/copy/error-cell.ts'
import { storableJson } from '#domain/copy/storable-text.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import { changingHeadersAfter } from '#domain/guards/changing-headers.ts'
import { createExpectationCheck } from '#domain/guards/check-expectations.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { type Judgement, judgeCopy } from '#domain/guards/judge-copy.ts'
import type { SourceProfile } from '#domain/guards/source-profile.ts'
import type { ErrorCells } from '#engine/compare/error-cells.ts'
import type { TempFiles } from '#engine/compare/temp-files.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { isSameSource } from '#engine/tabs/copy-memory.ts'
import type { Source, Target } from '#engine/tabs/resolve-tabs.ts'
import { comparableBaseline, createComparableProfiler } from './comparable-baseline.ts'
import { judgeShaped, lastRowsOf } from './judge-shaped.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import { type SourceAsRead, sourceAsRead } from './source-as-read.ts'

export interface JudgedCopy {
  prepared: PreparedCopy
  tempFiles: Pick<TempFiles, 'rows' | 'source'>
  memory: CopyMemory | undefined
  job: SyncJob
  source: Source
  target: Target
}

export interface JudgedSource extends Judgement {
  /** The source as it was read, without its tab. */
  found: Omit<Baseline, 'source' | 'target'>
}

/** Compares the source, and the rows that meet the conditions of the task, with the last copies. */
export async function judgeSource(judged: JudgedCopy): Promise<JudgedSource> {
  const { prepared, job, source, target } = judged
  const { occupied } = prepared
  const { rules, startRow } = job
  const { measures, extent } = job.last
  const asRead = sourceAsRead(judged)
  const { rows, width, firstDataRow } = asRead
  const last = comparableBaseline(job)
  const header = storableJson(asRead.header)
  const { profile, violations } = await examine(judged, asRead)
  const now = { header, shownHeader: asRead.shownHeader, rows, width, firstDataRow, profile }
  const { count, first } = prepared.errors
  const errors = {
    errorCells: count,
    before: extent.errorCells,
    first: first && describeErrorCell(first, source.tab.title),
  }
  const facts = {
    now,
    last,
    lastRows: lastRowsOf(job),
    measures,
    occupied,
    errors,
    tab: target.tabTitle,
    rules,
    violations,
  }
  const judgement = judgeCopy(facts)
  const matches = judgeShaped(judged, asRead)
  const changingHeaders = changingHeadersAfter(last, judgement.holds)
  const found = { startRow, header, rows, width, profile, changingHeaders, ...matches.left }
  return {
    ...judgement,
    holds: [...judgement.holds.map(asRead.place), ...matches.holds],
    measures: { ...judgement.measures, lostRows: Math.max(judgement.measures.lostRows, matches.lostRows) },
    found: storableJson(found),
  }
}

interface Examined {
  profile: SourceProfile
  violations: readonly Hold[]
}

/** Profiles and checks the source's rows, unless the profile is known and there is nothing to check. */
async function examine({ prepared, memory, job, source }: JudgedCopy, asRead: SourceAsRead): Promise<Examined> {
  const last = comparableBaseline(job)
  const { expectations } = job.rules
  const isSame = memory && isSameSource(prepared.read, memory)
  const known = (isSame ? last?.profile : undefined) ?? prepared.profile
  if (known && expectations.filled.length + expectations.unique.length === 0) return { profile: known, violations: [] }
  const profiler = createComparableProfiler(job)
  const { locale } = source.spreadsheet
  const check = createExpectationCheck({ ...asRead, expectations, locale })
  for await (const block of asRead.cells) {
    if (!known) profiler.add(block)
    check.add(block)
  }
  return { profile: known ?? profiler.end(), violations: check.end() }
}

/** Formats an error cell, such as `'Rates'!C3 (#N/A: Did not find value '7' in VLOOKUP evaluation.)`. */
export function describeErrorCell({ cell, source, ...place }: NonNullable<ErrorCells['first']>, tab: string): string {
  const { token = cell, message = '' } = readLocalErrorText(cell) ?? {}
  const name = source === undefined ? a1Cell({ tab, ...place }) : cellOfSource({ source, ...place })
  return `${name} (${message === '' ? token : `${token}: ${message}`})`
}

/** Formats a cell of a task with several sources, such as `C17 of "North"`. */
export function cellOfSource({ source, ...cell }: { row: number; column: number; source: string }): string {
  return `${cellAddress(cell)} of "${source}"`
}
