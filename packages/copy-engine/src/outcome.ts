import type { Delivery } from '#contract/delivery.ts'
import type { SourceRef } from '#contract/task-fields.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import type { TargetEdits, TargetState } from '#domain/copy/target-state.ts'
import type { Verification } from '#domain/copy/verification.ts'
import type { FailedTarget } from '#domain/failures/failure.ts'
import type { Hold } from '#domain/guards/guards.ts'
import { isComplete } from '#domain/hand-out/describe-delivery.ts'
import type { RunCounts } from '#domain/runs/run-counts.ts'
import type { FinishedRows } from '#domain/shape/place-append.ts'
import type { Titles } from './job/sync-failure.ts'
import type { LastCopy } from './last-copy/last-copy.ts'
import type { KeptSource } from './sources/read-union.ts'

/** Outcome of a run that did not fail. */
export type SyncOutcome = CopiedRun | HandedOutRun | HeldRun | SkippedRun | UndoneRun

/** The tabs a task names. */
export interface TabNames {
  sourceTab?: string
  targetTab?: string
}

/** The target was made equal to the source, as far as it took the values. */
export interface CopiedRun extends Titles, RunCounts {
  kind: 'copied'
  /** Data rows of the source. */
  rows: number
  /** Cells of the target that did not take the source's value. */
  refusedCells: number
  /** When the target was verified; undefined if it was not. */
  verified?: Verification | undefined
  /** Error cells of the source, copied as text. */
  errorCells: number
  /** Cells with text where a condition needs a number. */
  unreadCells: number
  /** Files in the trash, which Drive will delete. */
  inTrash?: readonly SpreadsheetFile[]
  /** Sources with the rows of their last copy, for a task with several sources; undefined if there are none. */
  kept?: { readonly sources: readonly KeptSource[]; readonly holds: readonly Hold[] } | undefined
  /** The spreadsheets in the folders among the sources; undefined if unknown, or if there are no folders. */
  folderFiles?: SourceRef[] | undefined
  /** New names of tabs people renamed since the last copy. */
  renamed?: TabNames
  /** The edits of the target since the last run. */
  edits?: TargetEdits | undefined
  /** The state of the target; undefined if it was not verified, or if the last run left the same. */
  targetState?: TargetState | undefined
  /** The rows of the run in its target, if the task appends. */
  appended?: FinishedRows | undefined
  /** The state for the next run. Unchanged parts are the same objects as in the last copy. */
  left: LastCopy
  /** Whether a person accepted a hold of the copy. */
  wasAccepted: boolean
  /** Whether everything was read, without relying on the memory of the last run. */
  hasReadAll: boolean
}

/** The rows of a source were handed out, each to the target of its value. */
export interface HandedOutRun extends Titles, RunCounts {
  kind: 'handedOut'
  /** Data rows of the source. */
  rows: number
  delivery: Delivery
  /** Reasons why targets wait for a person. The other targets were copied. */
  holds: readonly Hold[]
  /** Targets that failed; the other targets were copied. */
  failed: readonly FailedTarget[]
  /** Number of error cells copied as text, cells with text where a condition needs a number, and files in the trash. */
  warnings: number
  /** When all targets were verified; undefined if any was not. */
  verified?: Verification | undefined
  /** New name of the source's tab. */
  renamed?: TabNames
  /** The edits of all targets since the last run. */
  edits?: TargetEdits | undefined
}

/** A person must confirm before anything is written. */
export interface HeldRun extends Titles {
  kind: 'held'
  /** Reasons to wait for a person, the main reason first. */
  holds: readonly [Hold, ...Hold[]]
  /** Rows that would have been copied or undone. */
  rows: number
  edits?: TargetEdits | undefined
  /** Counts of the attempt's earlier pass; absent in its first pass. */
  before?: RunCounts
}

/** No cells were read, because nobody had edited either file since the last success. */
export interface SkippedRun {
  kind: 'skipped'
  left: LastCopy
}

/** The changes of earlier runs were undone in the target. */
export interface UndoneRun extends RunCounts {
  kind: 'undone'
  /** Rows with an undone cell. */
  rows: number
  /** Cells that did not take their previous value. */
  refusedCells: number
  /** Cells left alone because someone had edited them. */
  editedCells: number
  /** Targets of a hand-out task that could not be undone. */
  failedTargets?: number
  /** Rows of a hand-out task left below the other rows of a target, because no other target has them. */
  parkedRows?: number
  targetTitle: string
  /** This run and the later runs were undone. */
  beforeRunId: number
  /** Width of the task's region after the undo; null if nothing in it is the task's, undefined if the width is unchanged. */
  widthAfter: number | null | undefined
  /** Later runs that wrote to other tabs, and were not undone. */
  runsElsewhere: readonly number[]
}

/** Whether a run ended without needing a person's attention. */
export function isSuccess(outcome: SyncOutcome): boolean {
  switch (outcome.kind) {
    case 'copied':
      return (
        outcome.refusedCells +
          outcome.errorCells +
          outcome.unreadCells +
          (outcome.inTrash ?? []).length +
          (outcome.kept?.sources ?? []).length ===
        0
      )
    case 'handedOut':
      return isComplete(outcome.delivery) && outcome.delivery.waiting_rows + outcome.warnings === 0
    case 'undone':
      return outcome.refusedCells + outcome.editedCells + (outcome.failedTargets ?? 0) + (outcome.parkedRows ?? 0) === 0
    case 'held':
      return false
    case 'skipped':
      return true
  }
}
