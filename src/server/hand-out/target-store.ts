import type { Cell } from '#domain/copy/cell.ts'
import type { KeptCell } from '#domain/copy/kept-cells.ts'
import type { Baseline } from '#domain/guards/baseline.ts'
import type { Measures } from '#domain/guards/measures.ts'
import type { RowMark } from '#domain/hand-out/moved-rows.ts'
import type { TabId, TakenTab } from '#domain/tasks/last-tabs.ts'
import type { CopyMemory, SourceMemory } from '#server/sync/tabs/copy-memory.ts'

/** The state after the last copy of a target. */
export interface TargetCopy {
  value: string
  targetSsId: string
  /** From where to where it copied: nothing is known of copies between other places. */
  place: string
  /** Null until the tab exists. */
  tab: TabId | null
  left: TargetLeft
}

export interface TargetLeft {
  /** The cell with its value. */
  cell: Cell
  /** Its rows, by which the next run finds rows that moved to another target. */
  marks: readonly RowMark[]
  lastRows?: number
  lastWidth?: number
  lastFilledRow?: number
  lastErrorCells?: number
  baseline: Baseline | null
  /** Newest first. */
  measures: readonly Measures[]
  keptCells: readonly KeptCell[]
  /** Undefined if the target was not seen equal. */
  memory?: CopyMemory | undefined
  /** Decides what the copy with this memory read and where it wrote. */
  basis?: string | undefined
  /** When everything was last read, as an ISO time. */
  readAllAt?: string | undefined
}

/** A sheet as the last run read it. */
export interface RememberedSheet {
  spreadsheetId: string
  /** The tab's name as the task gave it. */
  name: string
  tab: TabId
  memory?: SourceMemory | undefined
  basis: string
  hadErrors: boolean
}

/** The source, and the sheet that lists the targets. */
export interface HandOutSource extends RememberedSheet {
  list?: RememberedSheet
}

export interface StoredHandOut {
  source: HandOutSource | undefined
  /** When a run last read everything. */
  readAllAt: Date | undefined
  targets: ReadonlyMap<string, TargetCopy>
}

/** Stores what the copies of a task that hands rows out left behind. */
export interface TargetStore {
  read(): Promise<StoredHandOut>
  saveSource(source: HandOutSource, readAllAt: Date): Promise<void>
  saveTarget(key: string, copy: TargetCopy): Promise<void>
  /** The tabs of a spreadsheet to which other tasks copied last. */
  takenTabs(targetSsIds: readonly string[]): Promise<ReadonlyMap<string, readonly TakenTab[]>>
}
