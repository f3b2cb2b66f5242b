import type { SourceRef } from '#contract/task-fields.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { judgeMatches } from '#domain/guards/matches-shrank.ts'
import { lostPercent } from '#domain/guards/source-shrank.ts'
import { basisOfShape, leavesRowsOut, type Shape } from '#domain/shape/shape.ts'
import { sourceListKey } from '#domain/tasks/task-places.ts'
import type { ErrorCells } from '#engine/compare/error-cells.ts'
import type { UnreadTexts } from '#engine/compare/unread-texts.ts'
import type { SyncJob } from '#engine/job/sync-job.ts'
import { findMode } from '#engine/modes/modes.ts'
import { type ComparableJob, usedColumns } from './comparable-baseline.ts'
import type { PreparedCopy } from './prepare-copy.ts'
import type { SourceAsRead } from './source-as-read.ts'

type JudgedJob = ComparableJob & Pick<SyncJob, 'union'>

/** Number of data rows the source had at the last copy, regardless of their columns. */
export function lastRowsOf({ last: { baseline, extent }, shape }: JudgedJob): number | undefined {
  if (baseline?.sources) return undefined
  return baseline?.rows ?? (shape && leavesRowsOut(shape) ? undefined : extent.rows)
}

function listColumnsWithoutNumbers({ shaped }: Pick<PreparedCopy, 'shaped'>): string[] {
  const { columns, numeric } = shaped?.unread ?? NO_TEXTS
  return [...columns.keys()].filter((name) => !numeric.has(name))
}

const NO_TEXTS: Pick<UnreadTexts, 'columns' | 'numeric'> = { columns: new Map(), numeric: new Set() }

/** Finds text where a condition needs a number. Skips columns without any number if the last copy warned about them. */
export function findUnreadTexts(
  { shaped }: Pick<PreparedCopy, 'shaped'>,
  job: Pick<SyncJob, 'last' | 'shape' | 'union'>,
): ErrorCells {
  const { columns, numeric } = shaped?.unread ?? NO_TEXTS
  const { shape } = job
  const last = job.last.baseline?.shape
  const known = shape && last && isSameBasis(last.basis, buildBasis(shape, job), job) ? last.withoutNumbers : []
  const found = [...columns].filter(([name]) => numeric.has(name) || !known?.includes(name))
  return {
    count: found.reduce((sum, [, { count }]) => sum + count, 0),
    first: found.map(([, { first }]) => first).find(Boolean),
  }
}

interface JudgedShape {
  holds: Hold[]
  /** Percentage of the rows that met the conditions at the last copy and have vanished. */
  lostRows: number
  left: Pick<Baseline, 'shape'>
}

/** Compares how many rows meet the conditions of the task with the last copy under the same conditions. */
export function judgeShaped(
  { prepared, job }: { prepared: PreparedCopy; job: JudgedJob & Pick<SyncJob, 'rules'> },
  asRead: Pick<SourceAsRead, 'rows'>,
): JudgedShape {
  const { shape, rules } = job
  if (!shape) return { holds: [], lostRows: 0, left: {} }
  const basis = buildBasis(shape, job)
  const last = job.last.baseline?.shape
  const lastRows = last && isSameBasis(last.basis, basis, job) ? last.rows : undefined
  const { rows, width: lastColumn } = prepared
  const described = findMode(shape).describeCopy({ shape, prepared, last })
  const withoutNumbers = listColumnsWithoutNumbers(prepared)
  const left = {
    shape: {
      used: usedColumns(job),
      basis,
      rows,
      region: shape.region,
      lastColumn,
      ...described,
      ...(withoutNumbers.length > 0 && { withoutNumbers }),
    },
  }
  if (!leavesRowsOut(shape)) return { holds: [], lostRows: 0, left }
  const limits = { measures: job.last.measures, lossPercent: rules.holdLossPercent }
  const holds = judgeMatches({ rows, lastRows, sourceRows: asRead.rows, skipsHidden: shape.skipsHidden }, limits)
  return { holds, lostRows: lostPercent(rows, lastRows), left }
}

/** Identifies the conditions and the sources of a copy. */
function buildBasis(shape: Shape, { union }: Pick<SyncJob, 'union'>): string {
  return union ? JSON.stringify([basisOfShape(shape), union.sources]) : basisOfShape(shape)
}

/** Whether two copies had the same conditions and sources, even under different tab names. */
function isSameBasis(one: string, other: string, { union }: Pick<SyncJob, 'union'>): boolean {
  if (one === other || !union) return one === other
  const [before, now] = [one, other].map((basis) => {
    const [ofShape, sources] = JSON.parse(basis) as [string, SourceRef[] | string]
    return Array.isArray(sources) ? JSON.stringify([ofShape, sourceListKey(sources)]) : basis
  })
  return before === now
}
