import type { Cell } from '#domain/copy/cell.ts'
import type { TargetState } from '#domain/copy/target-state.ts'
import {
  type DoubtfulRows,
  findDoubtfulRows,
  type HeldRows,
  holdDoubtfulRows,
  holdRows,
  type RowMark,
} from '#domain/hand-out/held-rows.ts'
import type { TabId, TakenTab } from '#domain/tasks/last-tabs.ts'
import type { SourceMemory } from '#engine/last-copy/copy-memory.ts'
import { type LastCopy, NO_COPY } from '#engine/last-copy/last-copy.ts'
import type { TargetRows } from './stored-rows.ts'

/** The state after the last copy of a target. */
export interface TargetCopy {
  value: string
  targetSsId: string
  /** Source and target of the copy. The state says nothing about copies between other places. */
  place: string
  /** Null until the tab exists. */
  tab: TabId | null
  left: TargetLeft
}

/**
 * State of a target, stored as JSON. It has no tabs, because the target's tab has columns of its own and the source is stored
 * once for all targets.
 */
export interface TargetLeft extends Omit<LastCopy, 'tabs'> {
  /** Cell with the target's value. */
  cell: Cell
  /** Marks of the target's rows. The next run finds moved rows by these marks. */
  marks: readonly RowMark[]
  /** Rows in doubt after a write that was not verified, such as a write that broke off. */
  doubtful?: DoubtfulRows | undefined
  /** Hash of all settings that decide where the copy with this memory read and wrote. */
  basis?: string | undefined
  /** When everything was last read, as an ISO time. */
  readAllAt?: string | undefined
  /** The target with its stored rows, to find edits by hand; undefined unless it was verified and nothing wrote there since. */
  state?: (TargetState & { rowCount: number }) | undefined
  /** Tab given up because the value was no longer handed out. */
  released?: TabId | undefined
  /** Rows an undo copied below all other rows, because no other target has them. */
  parked?: ParkedRows | undefined
}

export interface ParkedRows {
  firstRow: number
  /** Marks of the parked rows; none if all rows of a target with rows in doubt were parked. */
  marks: readonly RowMark[]
  /** Number of parked rows, if it is not the number of marks. */
  rowCount?: number
  /** Hash of the parked cells; undefined until they have been written. */
  digest?: string
}

/** Lists the rows of a target, including parked rows. */
export function listRows(left: TargetLeft): HeldRows {
  const marks = listMarks(left)
  return left.doubtful ? holdDoubtfulRows(marks, left.doubtful) : holdRows(marks)
}

/** Maximum rows of earlier writes to remember while all writes break off. */
const MAX_DOUBTFUL_ROWS = 100_000

/** Records that the target may have the given rows instead of the stored rows, or a mix of both. */
export function doubtRows({ left, ...copy }: TargetCopy, others: HeldRows): TargetCopy {
  const { mayLack, mayHave } = findDoubtfulRows(listMarks(left), [listRows(left), others])
  const newest = mayHave.slice(-Math.max(MAX_DOUBTFUL_ROWS, others.possible.length))
  return { ...copy, left: { ...left, doubtful: { mayLack, mayHave: newest } } }
}

export function countParkedRows({ marks, rowCount = marks.length }: ParkedRows): number {
  return rowCount
}

function listMarks({ marks, parked }: TargetLeft): readonly RowMark[] {
  return parked ? [...marks, ...parked.marks] : marks
}

export const NOTHING_LEFT: TargetLeft = { ...withoutTabs(NO_COPY), cell: null, marks: [] }

export function withoutTabs({ tabs: _, ...left }: LastCopy): Omit<LastCopy, 'tabs'> {
  return left
}

/** Gives up the tab of a target. Other tasks may then write there, and all its cells count as cells of other people. */
export function releaseTab({ left, tab, ...copy }: TargetCopy): TargetCopy {
  return { ...copy, tab: null, left: { ...NOTHING_LEFT, released: tab ?? left.released } }
}

/** Removes from a target's state the parts that a write invalidates, so the next run reads the target again. */
export function forgetMemory(copy: TargetCopy): TargetCopy {
  const { memory: _, basis: __, readAllAt: ___, state: ____, ...left } = copy.left
  return { ...copy, left }
}

/** Memory of a sheet after the last run. */
export interface RememberedSheet {
  spreadsheetId: string
  /** Name of the tab in the task. */
  name: string
  tab: TabId
  memory?: SourceMemory | undefined
  basis: string
  hadErrors: boolean
}

/** Memory of the source, and of the sheet with the targets. */
export interface HandOutSource extends RememberedSheet {
  list?: RememberedSheet
}

export interface StoredHandOut {
  source: HandOutSource | undefined
  /** When a run last read everything. */
  readAllAt: Date | undefined
  targets: ReadonlyMap<string, TargetCopy>
}

/** Stores the state of a task's source and targets between runs. */
export interface TargetStore {
  read(): Promise<StoredHandOut>
  saveSource(source: HandOutSource, readAllAt: Date): Promise<void>
  saveTarget(key: string, copy: TargetCopy): Promise<void>
  /** Opens the stored rows of a target. */
  openRows(key: string): TargetRows
  /** Finds the tabs of spreadsheets to which other tasks copied last. */
  takenTabs(targetSsIds: readonly string[]): Promise<ReadonlyMap<string, readonly TakenTab[]>>
}
