import { storableJson } from '#domain/copy/storable-text.ts'
import { explainKept } from '#domain/failures/failure.ts'
import { judgeOccupied } from '#domain/guards/judge-copy.ts'
import { type Measures, NO_MEASURES } from '#domain/guards/measures.ts'
import { createSourceProfiler } from '#domain/guards/source-profile.ts'
import { pluralize } from '#domain/pluralize.ts'
import { readShaped } from '#engine/compare/read-shaped.ts'
import type { GuardedSources } from '#engine/guards/guard-copy.ts'
import { judgeShaped } from '#engine/guards/judge-shaped.ts'
import { type JudgedCopy, type JudgedSource, judgeSource } from '#engine/guards/judge-source.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { formatsOf, type KeptSource, type ReadUnion } from './read-union.ts'
import { placeInUnion, shapeUnion } from './shape-union.ts'
import type { SourceStore, StoredSource } from './source-store.ts'

/** The sources of a copy: a single tab, or several tabs read before. */
export interface CopySources extends GuardedSources {
  /** Whether the task gets the new name of a renamed tab. Several sources keep the names in the task. */
  followsName: boolean
  /** Whether a person accepted findings that would have held a source. */
  wasAccepted: boolean
  /** Warnings that name the sources that keep the rows of their last copy, and why. */
  warnings: readonly string[]
  reported: Pick<CopiedRun, 'folderFiles' | 'kept'>
  /** Stores the rows, in case a later run cannot read a source. */
  store(store: Pick<SourceStore, 'save'>): Promise<void>
  /** Completes the memory of a copy; undefined if the next run may rely on none. */
  complete(memory: CopyMemory): Promise<CopyMemory | undefined>
}

export const oneTab: CopySources = {
  columnCount: undefined,
  shapeRows: readShaped,
  findCell: ({ row, columns: [column = 1] }) => ({ row, column }),
  canReadAgain: true,
  judge: judgeSource,
  followsName: true,
  wasAccepted: false,
  warnings: [],
  reported: {},
  async store() {},
  complete: async (memory) => memory,
}

/** Stacks several sources below each other. */
export function severalTabs(read: ReadUnion): CopySources {
  const { union, kept, keptHolds, folderFiles, wasAccepted } = read
  return {
    columnCount: union.header.length,
    shapeRows: (_workbook, reading) => shapeUnion({ ...reading, union }),
    findCell: (cell) => placeInUnion(union.parts, cell),
    canReadAgain: false,
    judge: async (copy) => judgeUnion(read, copy),
    followsName: false,
    wasAccepted,
    warnings: kept.map(describeKept),
    reported: {
      ...(folderFiles && { folderFiles }),
      ...(kept.length > 0 && { kept: { sources: kept, holds: keptHolds } }),
    },
    store: async (store) => await store.save(await listStored(read)),
    async complete(memory) {
      const sources = await read.memories()
      return sources && { ...memory, sources }
    },
  }
}

function describeKept({ title, rows, isLeftOut, reasons }: KeptSource): string {
  const why = reasons.map((reason) => explainKept(reason).reason).join(' ')
  const { fix } = explainKept(reasons[0])
  const kept = rows === 0 ? 'has no rows in the target yet' : `keeps its ${pluralize(rows, 'row')} of the last copy`
  const left = isLeftOut ? 'adds no rows this time' : kept
  return `"${title}" ${left}: ${why}${fix === null ? '' : ` ${fix}`}`
}

async function listStored({ parts }: ReadUnion): Promise<Map<string, StoredSource>> {
  const stored = new Map<string, StoredSource>()
  for (const { key, read, facts } of parts) {
    if (read) stored.set(key, { ...facts, formats: await formatsOf({ read, facts }) })
  }
  return stored
}

/** Judges a copy of several sources by all their rows together. Each source has already been judged by itself. */
function judgeUnion(
  { parts, union, kept, holds }: ReadUnion,
  { prepared, target, job }: Pick<JudgedCopy, 'prepared' | 'target' | 'job'>,
): JudgedSource {
  const rows = parts.reduce((sum, { baseline }) => sum + baseline.rows, 0)
  const { addsRows, keepsEarlierRows } = findMode(job.shape)
  // If a source adds no rows this time, its rows are not lost.
  const comparable = addsRows && kept.length > 0 ? { ...job, last: { ...job.last, baseline: null } } : job
  const matches = judgeShaped({ prepared, job: comparable }, { rows })
  const occupied = judgeOccupied({ occupied: prepared.occupied, tab: target.tabTitle })
  const sources: Record<string, Measures> = {}
  for (const { key, judged } of parts) if (judged) sources[key] = judged.measures
  return {
    holds: [...holds, ...occupied, ...matches.holds],
    notes: parts.flatMap(({ judged }) => judged?.notes ?? []),
    measures: { ...NO_MEASURES, lostRows: matches.lostRows, sources },
    found: storableJson({
      startRow: job.startRow,
      ...(keepsEarlierRows ? { header: union.header, columnNames: union.names } : { header: [] }),
      rows,
      width: 0,
      profile: createSourceProfiler({ keyColumn: undefined }).end(),
      ...matches.left,
      sources: Object.fromEntries(parts.map(({ key, baseline }, position) => [key, { ...baseline, position }])),
    }),
  }
}
