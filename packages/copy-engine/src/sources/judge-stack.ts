import { storableJson } from '#domain/copy/storable-text.ts'
import { judgeOccupied } from '#domain/guards/judge-copy.ts'
import { type Measures, NO_MEASURES } from '#domain/guards/measures.ts'
import { createSourceProfiler } from '#domain/guards/source-profile.ts'
import { judgeShaped } from '#engine/guards/judge-shaped.ts'
import type { JudgedCopy, JudgedSource } from '#engine/guards/judge-source.ts'
import { findMode } from '#engine/modes/modes.ts'
import type { ReadStack } from './read-stack.ts'

/** Judges a copy of several sources by all their rows together. Each source has already been judged by itself. */
export function judgeStack(
  { parts, stacked, kept, holds }: ReadStack,
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
      ...(keepsEarlierRows ? { header: stacked.header, columnNames: stacked.names } : { header: [] }),
      rows,
      width: 0,
      profile: createSourceProfiler({ keyColumn: undefined }).end(),
      ...matches.left,
      sources: Object.fromEntries(parts.map(({ key, baseline }, position) => [key, { ...baseline, position }])),
    }),
  }
}
