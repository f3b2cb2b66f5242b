import type { Cell } from '#domain/copy/cell.ts'
import type { Region } from '#domain/copy/region.ts'
import type { ModeName } from '#domain/shape/mode-traits.ts'
import type { TabId } from '#domain/tasks/last-tabs.ts'
import { findKeySample } from './compare-samples.ts'
import { profileWithoutCells, type SourceProfile } from './source-profile.ts'

/** The state after a verified copy. The guards compare the next copy with it. */
export interface Baseline {
  source: TabId
  target: TabId
  startRow: number
  header: Cell[]
  /** Data rows of the source. */
  rows: number
  /** Columns of the source. */
  width: number
  profile: SourceProfile
  /** Absent for a copy that put each cell at the same place. */
  shape?: BaselineShape
  /** Columns, counted from 1, with headers a person allowed to change. They are matched by position. */
  changingHeaders?: number[]
  /**
   * The sources of a copy from several sources, by their keys. `profile` is empty then, and `header` is the common header,
   * where rows of earlier runs stay.
   */
  sources?: Readonly<Record<string, SourceBaseline>>
  /** Column names of the `header` of several sources, for matching the columns of each source. */
  columnNames?: string[]
}

/** Extent of a copy in its target. */
export type Reached = Pick<Baseline, 'shape' | 'startRow' | 'width' | 'rows'>

/** Baseline of a single source of several, after a copy. */
export interface SourceBaseline extends Pick<Baseline, 'header' | 'rows' | 'width' | 'profile' | 'changingHeaders'> {
  tab: TabId
  spreadsheetId: string
  /** Title in messages, and in the target if the task has a column for it. */
  title: string
  /** The columns the copy used. */
  used: string
  /** Entry of the task's list for the source. */
  entry: string
  /** Its place among the sources. */
  position: number
  /** Digest of the source's rows. Stored rows count only if they have the same digest. */
  digest: string
}

/** The shape of a copy, if any. */
interface BaselineShape {
  /**
   * Columns used by the copy. `header`, `width` and `profile` describe only these columns; other columns cannot be compared.
   */
  used: string
  /** Everything that affects the number of matching rows, except for the day. */
  basis: string
  /** Copied rows. */
  rows: number
  region: Region
  /** The last column of the region. */
  lastColumn: number
  /** Absent for a copy that made its region equal the source. */
  mode?: Exclude<ModeName, 'mirror'>
  /** Column headers of a copy that appended rows, or updated by key without writing the header. */
  header?: Cell[]
  /** For a copy that updated by key without writing its header: the row above the rows of the target. */
  headerAbove?: Cell[]
  /** Columns with text but no numbers, compared with numbers by a condition. A copy has warned about them already. */
  withoutNumbers?: string[]
}

/** Finds the key column by which the next copy must sample its rows too. */
export function findKeyColumn(last: Baseline | undefined): number | undefined {
  return last && findKeySample(last.profile)?.key
}

/** Removes cell values from a baseline. Guards that need values find nothing in the next copy. */
export function baselineWithoutCells(baseline: Baseline): Baseline {
  const { sources } = baseline
  return {
    ...baseline,
    profile: profileWithoutCells(baseline.profile),
    ...(sources && {
      sources: mapValues(sources, (source) => ({ ...source, profile: profileWithoutCells(source.profile) })),
    }),
  }
}

function mapValues<V>(record: Readonly<Record<string, V>>, change: (value: V) => V): Record<string, V> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
