import { z } from 'zod'
import { ChangeKind } from './change-kind.ts'
import { HandOutTarget } from './delivery.ts'
import { numberText, outcomeReply } from './field.ts'
import { FreshnessNote } from './freshness.ts'
import { MovedRows } from './moved-rows.ts'
import { type RawReply, route } from './route.ts'
import { RunParams } from './run.ts'

export const CHANGES_PAGE_SIZE = 200
const MAX_OFFSET = 10_000_000
const MAX_COLUMN = 18_278
/** Maximum characters of a cell's value. */
const MAX_VALUE_LENGTH = 50_000
const TargetValue = z.string().min(1, 'value must not be empty').max(MAX_VALUE_LENGTH)

const CellValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The value or formula entered into a cell. */
export const CellEntry = z.union([CellValue, z.object({ formula: z.string() })])
export type CellEntry = z.infer<typeof CellEntry>

export const ChangedCell = z.object({
  /** Value of the target with the cell, for a hand-out. */
  value: z.string().optional(),
  /** Row and column count from 1. */
  row: z.int(),
  column: z.int(),
  kind: ChangeKind,
  before: CellEntry,
  after: CellEntry,
  /** Patterns of the number formats, where the run set one; null for none. */
  before_format: z.string().nullable(),
  after_format: z.string().nullable(),
})
export type ChangedCell = z.infer<typeof ChangedCell>

const ChangedTarget = HandOutTarget.extend({ filled: z.int(), changed: z.int(), cleared: z.int() })

export const ChangeSetSummary = z.object({
  /** `none`: the run wrote nothing. `too_large`: counted, but never kept. `expired`: no longer kept. `not_kept`: its type keeps no cells. */
  state: z.enum(['none', 'kept', 'too_large', 'expired', 'not_kept']),
  filled: z.int(),
  changed: z.int(),
  cleared: z.int(),
  added_rows: z.int(),
  added_columns: z.int(),
  /** Columns of the target whose number format the run set, counted from 1. */
  formatted_columns: z.array(z.int()),
  /** Names of the target's columns, from the first. */
  columns: z.array(z.string()),
  /** Whole rows of the target the run moved; null if it moved none. */
  row_moves: MovedRows.nullable().optional(),
  /** Changed targets of a hand-out; absent for a run with a single target. */
  targets: z.array(ChangedTarget).optional(),
})
export type ChangeSetSummary = z.infer<typeof ChangeSetSummary>

const ChangesPage = ChangeSetSummary.extend({
  cells: z.array(ChangedCell),
  /** Matching cells on all pages. */
  matching: z.int(),
})

export type ChangesPage = z.infer<typeof ChangesPage>

/** A cell edited since the undone runs. */
export const EditedCell = z.object({
  row: z.int(),
  column: z.int(),
  column_name: z.string(),
  current: CellEntry,
  /** The entry the last run wrote. */
  written: CellEntry,
  /** The entry before the runs. */
  original: CellEntry,
})
export type EditedCell = z.infer<typeof EditedCell>

const UndoneTarget = HandOutTarget.extend({
  /** Changes of cells in the undone runs. */
  cells: z.int(),
  /** Why the target cannot be undone; null if it can. */
  refusal: z.string().nullable(),
})
export type UndoneTarget = z.infer<typeof UndoneTarget>

export const UndoPreview = z.object({
  spreadsheet: z.string(),
  tab: z.string(),
  /** The runs whose changes are undone, newest first. */
  run_ids: z.array(z.int()),
  /** Number of cells to revert if edited cells stay unchanged. */
  cells: z.int(),
  /** Number of cells to revert if edited cells are overwritten too. */
  cells_with_edited: z.int(),
  edited: z.int(),
  /** The first 500 edited cells. */
  edited_cells: z.array(EditedCell),
  /** Identifies the edited cells in this preview. */
  edited_digest: z.string(),
  /** Whole rows to move back to their places; null if there are none. */
  row_moves: z
    .object({
      rows: z.int(),
      /** Removed rows to restore with their values and notes. */
      restored: z.int(),
    })
    .nullable()
    .optional(),
  /**
   * Targets of a hand-out's run; absent for a single target. `cells` counts the changes of the runs. Edited cells stay
   * unchanged, because only the preview of a single target looks for edits.
   */
  targets: z.array(UndoneTarget).optional(),
  /** Where the task reports its freshness in the target's file; null if nowhere. */
  report: z
    .object({
      kind: FreshnessNote.exclude(['off']),
      /** Whether the note or line is removed, because the task had not copied anything there before. */
      is_removed: z.boolean(),
    })
    .nullable()
    .optional(),
})
export type UndoPreview = z.infer<typeof UndoPreview>

const MAX_DIGEST_LENGTH = 100

const filterShape = {
  kind: ChangeKind.optional(),
  /** Counted from 1. */
  column: numberText({ label: 'column', min: 1, max: MAX_COLUMN }).optional(),
  /** Value of the target, for a hand-out. */
  value: TargetValue.optional(),
}
const csv: RawReply = { contentType: 'text/csv; charset=utf-8', isStreamed: true }

export const changeSets = {
  page: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/runs/:run/changes',
    access: 'member',
    summary: 'List the cells that a run changed, in the order in which they were written',
    params: RunParams,
    query: z.object({
      ...filterShape,
      offset: numberText({ label: 'offset', min: 0, max: MAX_OFFSET }).default(0),
      limit: numberText({ label: 'limit', min: 1, max: 1000 }).default(CHANGES_PAGE_SIZE),
    }),
    reply: ChangesPage,
    errors: ['not_found'],
  }),
  exportCsv: route({
    method: 'GET',
    path: '/api/sync_tasks/:id/runs/:run/changes/export',
    access: 'member',
    summary: 'Export the cells that a run changed as CSV',
    params: RunParams,
    query: z.object(filterShape),
    reply: csv,
    errors: ['not_found'],
  }),
  previewUndo: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/runs/:run/undo/preview',
    access: 'member',
    summary: 'List what undoing a run and the later ones of its task would change, without changing it',
    params: RunParams,
    query: z.object({
      /** Only the target of this value, for a run that hands rows out. */
      value: TargetValue.optional(),
    }),
    reply: UndoPreview,
    errors: ['not_found', 'conflict', 'unavailable'],
    activity: 'none',
  }),
  undo: route({
    method: 'POST',
    path: '/api/sync_tasks/:id/runs/:run/undo',
    access: 'member',
    summary: 'Undo a run and the later ones of its task, as a run of its own',
    params: RunParams,
    body: z.object({
      /** Whether cells edited since keep the edit or are overwritten. */
      edited: z.enum(['leave', 'overwrite']),
      /** From the preview; needed to overwrite edited cells. */
      edited_digest: z.string().max(MAX_DIGEST_LENGTH).nullable().default(null),
      /** Only the target of this value, for a run that hands rows out. */
      value: TargetValue.optional(),
    }),
    ...outcomeReply,
    errors: ['not_found', 'conflict'],
    activity: 'undo_requested',
  }),
}
