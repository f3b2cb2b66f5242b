import type { Cell } from '#domain/copy/cell.ts'
import type { SettledRows } from '#engine/compare/read-settled-rows.ts'
import type { SourceLayout } from '#engine/tabs/read-layouts.ts'

/** A source as it was last copied, without its rows. */
export interface SourceFacts {
  /** Digest that changes with the source's rows. */
  digest: string
  title: string
  /** The locale of its spreadsheet. */
  locale: string
  header: Cell[]
  /** Header as the sheet shows it; absent if the cells hold the same values. */
  shownHeader?: Cell[] | undefined
  width: number
  lastRow: number
  /** The numbers of hidden rows; they are not copied. */
  hidden?: readonly number[] | undefined
  errors: SettledRows['errors']
  formats: SourceLayout['formats']
}

export interface StoredSource extends SourceFacts {
  rows: AsyncIterable<Cell[][]>
  /** The numbers of its rows in their tab, if other rows are between them. */
  rowNumbers?: readonly number[]
}

/** Stores the sources of a task as they were last copied. */
export interface SourceStore {
  /** Reads a source; undefined unless this digest was stored last. */
  read(source: { key: string; digest: string }): Promise<StoredSource | undefined>
  /** Writes only sources not yet stored with the same digest. */
  save(sources: ReadonlyMap<string, StoredSource>): Promise<void>
}
