import { z } from 'zod'

/** Maximum blocks of moved rows in a reply. */
export const MAX_MOVED_BLOCKS = 100

/** Neighboring rows moved or removed together. Rows count from 1. */
const MovedBlock = z.object({
  row: z.int(),
  rows: z.int(),
  /** The new place of the first row; null for removed rows. */
  to: z.int().nullable(),
  /** Filled cells beside these rows. They move with the rows. */
  cells: z.int(),
})
export type MovedBlock = z.infer<typeof MovedBlock>

/** Whole rows of a target that move with the copied rows. */
export const MovedRows = z.object({
  /** Rows that move or are removed, and the filled cells beside them. */
  rows: z.int(),
  cells: z.int(),
  /**
   * Whether cells are sorted because moving whole rows would take too many steps. Row heights and references to cells then
   * stay.
   */
  sorted: z.boolean(),
  inserted: z.int(),
  deleted: z.int(),
  /** Rows with their own move. Other rows are only shifted by these moves. */
  moved: z.int(),
  /** New cells beside the region with a formula of its first row. */
  filled: z.int(),
  /** The first blocks, from top to bottom. */
  blocks: z.array(MovedBlock),
})
export type MovedRows = z.infer<typeof MovedRows>
