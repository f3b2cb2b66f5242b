import type { CellBeside } from '#domain/beside/remarks.ts'
import type { RowMoves } from '#domain/beside/row-moves.ts'
import type { TabRange } from '#domain/copy/a1.ts'
import type { Area } from '#domain/copy/area.ts'
import type { Cell } from '#domain/copy/cell.ts'
import type { Computation } from '#domain/copy/computed-cell.ts'
import type { Conversion } from '#domain/copy/conversion.ts'
import type { Entered } from '#domain/copy/entered.ts'
import type { CellFormat } from '#domain/copy/format-segment.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import type { Patch } from '#domain/copy/patch.ts'
import type { RowsText } from '#domain/copy/rows-text.ts'
import type { Spreadsheet, Tab, Table } from '#domain/copy/spreadsheet.ts'
import type { MovedRow } from '#domain/shape/keyed-patches.ts'
import type { AccountPreference } from '#domain/tasks/lent-access.ts'
import type { ProtectedArea } from './tabs/patch-areas.ts'

/*
 * The port to a spreadsheet provider. Rows and columns are counted from 1, and ranges include both ends. Cells are
 * independent of locale: numbers stay numbers, and dates are days since 1899-12-30.
 */

/** Opens spreadsheets for runs. */
export interface Provider {
  /** Does not throw: accounts are selected for the first request. */
  connect(options: WorkbookOptions): Workbook
}

export interface WorkbookOptions extends AccountPreference {
  /** Signal of the run. No request starts after it is aborted. */
  signal: AbortSignal
  /** Limits of reads; by default, as many cells as fit. */
  readLimits?: ReadLimits
  /** Reports until when requests wait for quota; null when they no longer do. */
  onWait(until: Date | null): void
  /** Logs an excluded account for users, with the reason and the fix. */
  log(level: 'INFO' | 'WARNING', message: string): void
}

/** Maximum sizes of the reads of a run. */
export interface ReadLimits {
  maxRows?: number
  /** Maximum cells of a read, found by earlier runs, by the ID of a spreadsheet that refused larger reads. */
  maxCells?: CellLimits
}

/** Maximum cells per read, by spreadsheet ID. */
export type CellLimits = Readonly<Record<string, number>>

/**
 * Reads and writes the spreadsheets of one run. All methods throw ProviderError for a refusal of the provider, NodeFault if
 * this machine cannot reach the provider, or the reason of the run's signal.
 */
export interface Workbook {
  readonly usage: Usage
  readonly accessUsed: AccessUsed
  getSpreadsheet(id: string, file?: SpreadsheetFile): Promise<Spreadsheet>
  /** Reads the shown values of a range. @throws ProviderError rows_shifted if rows moved between two reads of it */
  readValues(from: ValuesRef): Promise<ValuesRead>
  /** Reads a fact about each cell of a range, and facts about its tab. */
  readCells<Name extends keyof CellFacts>(fact: Name, from: CellsRef): Promise<CellsRead<CellFacts[Name]>>
  /** Creates or enlarges a tab to at least the required size; returns the tab. */
  createOrGrowTab(required: RequiredTab): Promise<Tab>
  /** Sets number formats. A refusal proves nothing about other rights of the account. */
  setFormats(formats: Formats): Promise<void>
  /** Sets the ranges of tables. A refusal proves nothing about other rights of the account. */
  resizeTables(tables: ResizedTables): Promise<void>
  /** Writes all patches or none. */
  writeValues(values: ValuesToWrite): Promise<WrittenValues>
  /** Enters formulas as they were read, whatever the locale of the spreadsheet. */
  enterFormulas(formulas: Formulas): Promise<void>
  /** Moves whole rows of a tab, all steps or none, and never twice. */
  moveRows(rows: MovedRows): Promise<void>
  /** Sets notes. A refusal proves nothing about other rights of the account. */
  setNotes(notes: Notes): Promise<void>
  /**
   * Reads the state of a file; undefined if no account of the run may read it. May return a state learned by another run at
   * `since` or later. Never rejects.
   */
  fileState(id: string, since?: Date): Promise<FileState | undefined>
  /** The spreadsheets of a folder, in a stable order. */
  listFolder(id: string): Promise<FolderFile[]>
  /** Waits before another try, longer after each failure. */
  backOff(failures: number): Promise<void>
  /** Estimates how long requests to a spreadsheet would wait for quota from now on. */
  quotaWaitMs(requests: { spreadsheet: Spreadsheet; kind: RequestKind; count: number }): Promise<number>
  /** The maximum cells of a read, by spreadsheet ID, found where the provider refused larger reads. */
  learnedLimits(): ReadonlyMap<string, number>
}

/** Maximum tries of a request, including the first. */
export const MAX_TRIES = 5

export type RequestKind = 'read' | 'write'

/** The totals of one run; every try counts. */
export interface Usage {
  reads: number
  writes: number
  /** Request and response bodies, uncompressed. */
  bytes: number
}

/** The accounts whose credentials served requests, by name. */
export type AccessUsed = Readonly<Record<RequestKind, ReadonlySet<string>>>

export interface ValuesRef {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  /** Range with its first cell inside the grid. */
  range: TabRange
  /** Reads formulas instead of their results. */
  asEntered?: boolean
  /** Also asks which rows are hidden. */
  asksHidden?: boolean | undefined
  /** Further rows of the same columns whose sizes come along in the same request. */
  samples?: readonly RowSpan[] | undefined
}

/** Rows by their numbers. */
interface RowSpan {
  firstRow: number
  lastRow: number
}

export interface ValuesRead {
  /** Rows without trailing empty cells or rows, parsed on first access. */
  readonly rows: Cell[][]
  /** Text of the rows as received, if available. */
  text: RowsText | undefined
  /** Size of the response. */
  bytes: number
  /** The part of the range inside the grid; undefined if the provider does not say. */
  inGrid: TabRange | undefined
  /** The numbers of the hidden rows in the range, if they were asked for. */
  hidden?: readonly number[] | undefined
  /** Size of each sample as JSON, if samples were requested and came along. */
  sampleBytes?: readonly number[] | undefined
}

export interface CellsRef {
  spreadsheet: SpreadsheetFile
  /** Range to read. The provider limits it to the grid, but its first cell must be inside. */
  range: TabRange
}

/** Facts about the cells of a range, and about their tab. */
export interface CellsRead<Fact> {
  /** Spreadsheet with this tab alone. */
  spreadsheet: Spreadsheet
  /** Row by row, without trailing cells and rows that lack the requested facts. */
  rows: Fact[][]
  bytes: number
  /** The merges of the whole tab. */
  merges: Area[]
  tables: Table[]
  /** Areas the account may not edit. */
  protectedAreas: ProtectedArea[]
  hasFilter: boolean
}

/** The facts about a cell besides its value. */
export interface CellFacts {
  /** Entry of the cell; undefined where nobody entered anything, even if the result of an array formula shows there. */
  entered: Entered | undefined
  /** Computation in the cell; undefined for a value. */
  computation: Computation | undefined
  /** Whether it shows something nobody entered there: a result of an array formula or of a table. */
  isSpilled: boolean
  /** Whether it has a formula, or `isSpilled`. */
  isResult: boolean
  /** Whether it fills cells with values that change without an edit. Smart chips show the titles of other files. */
  isComputed: boolean
  /** The number format someone set. */
  format: CellFormat | undefined
  /**
   * The number format someone set, or else the format of a formula's result; the value, unless it is an error; and its
   * text.
   */
  shown: { format: CellFormat | undefined; value: Cell; text: string }
  formatAndComputation: { format: CellFormat | undefined; computation: Computation | undefined; note?: string }
  /** Format, computation and note of a cell; the note is empty for none. */
  formatComputationAndNote: CellFacts['formatAndComputation']
  note: string
  /** The value or formula with its note. */
  remark: CellBeside
  conversion: Conversion
  errorType: string | undefined
  texts: { entered: string | undefined; shown: string | undefined }
}

interface TabRef {
  spreadsheet: Spreadsheet
  tab: Tab
}

export interface RequiredTab {
  /** Spreadsheet with at least this tab. */
  spreadsheet: Spreadsheet
  /** Undefined if it has to be created. */
  tab: Tab | undefined
  title: string
  rows: number
  columns: number
}

/** Cells of a column that get a number format. */
export interface FormattedCells {
  column: number
  firstRow: number
  /** Last row; the end of the tab if it is missing. */
  lastRow?: number
  /** Format to set; null for none. */
  format: CellFormat | null
}

export interface Formats extends TabRef {
  formats: readonly FormattedCells[]
}

export interface ResizedTables extends TabRef {
  tables: readonly { tableId: string; area: Area }[]
}

export interface Formulas extends TabRef {
  /** Patches of one row each, without gaps. */
  patches: readonly Patch[]
}

export interface Notes extends TabRef {
  /** An empty text clears the note of the cell. */
  notes: readonly { row: number; column: number; text: string }[]
}

export interface MovedRows extends TabRef {
  moves: Pick<RowMoves, 'steps' | 'to'>
}

export interface ValuesToWrite {
  spreadsheet: Pick<Spreadsheet, 'id' | 'title'>
  tabTitle: string
  patches: readonly Patch[]
}

/** Cells after a write, as far as the provider reports them. */
export interface WrittenValues {
  /** Whether they hold exactly the values sent. */
  isAsSent: boolean
  /** Written rows that turned out to be other rows than intended. */
  moved: MovedRow[]
}

/** The part of a file's metadata that copies use. */
export interface FileState {
  /** Grows with every edit. */
  version: string
  /** Drive deletes it 30 days after it was moved there. https://support.google.com/drive/answer/2375102 */
  isInTrash: boolean
  /**
   * Whether the file is a Google spreadsheet. An Excel file keeps its ID and has versions, but no cells the Sheets API can
   * read.
   */
  isSpreadsheet: boolean
}

/** A spreadsheet in a folder. */
export interface FolderFile {
  id: string
  title: string
}
