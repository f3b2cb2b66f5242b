import type { Cell } from '#domain/copy/cell.ts'
import type { DateKind } from '#domain/copy/date-text.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { Spreadsheet, Tab } from '#domain/copy/spreadsheet.ts'

/** The memory of the last run, which ended in Success: the target was verified to equal the source. */
export interface CopyMemory {
  source: RememberedTab
  target: RememberedTab
  /** Rows of a block; the last block of a read may have fewer. */
  blockRows: number
  header: string
  /** The header as the sheet shows it; absent if shown and stored values are equal. */
  shownHeader?: Cell[] | undefined
  /** Digests of the source's blocks from the start row on, without trailing cells; empty for a source read in parts. */
  digests: string[]
  /** The size of each block as JSON. */
  bytes: number[]
  /** Rows of each block up to its last filled row. */
  rows: number[]
  /** The width of each block, with the header. */
  widths: number[]
  /** Date kinds of the data copy by column; undefined if there is none. */
  dateKinds?: (DateKind | null)[] | undefined
  /** Version of the target's file, if its cells are known to change only with the version. */
  targetVersion?: string | undefined
  /** The version of the source's file, asked before its cells were read; undefined where runs are not skipped. */
  sourceVersion?: string | undefined
  /** Whether the source has computed cells in `sourceVersion`: computed cells change without an edit. */
  sourceIsComputed?: boolean | undefined
  /** The sources of a copy of several sources, by their keys. */
  sources?: Readonly<Record<string, SourceMemory>>
}

/** Memory of one source of several. */
export interface SourceMemory extends Omit<CopyMemory, 'target' | 'sources'> {
  /** Number formats by column. */
  formats: (CellFormat | undefined)[]
}

export interface RememberedTab {
  spreadsheet: Spreadsheet
  tab: Tab
}
