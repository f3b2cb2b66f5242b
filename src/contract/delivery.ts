import { z } from 'zod'

/** A target of a hand-out. */
export const HandOutTarget = z.object({
  value: z.string(),
  target_ss_id: z.string(),
  target_sheet_name: z.string(),
  /** The tab's ID, for a link; null until the tab exists. */
  sheet_id: z.int().nullable(),
})

const DeliveredTarget = HandOutTarget.extend({
  /** Rows of the source with this value. */
  rows: z.int(),
  /** `delivered`: all rows verified in the target. `empty`: no rows to deliver. Otherwise the problem. */
  state: z.enum(['delivered', 'empty', 'held', 'failed', 'not_equal']),
  /** Why the target is held or failed; null otherwise. */
  reason: z.string().nullable(),
})

/** Proof of delivery for each row of the source. Rows are counted in the targets, as verified. Headers do not count. */
export const Delivery = z.object({
  source_rows: z.int(),
  delivered_rows: z.int(),
  /** Rows that stay in their former target because their new target was not written. */
  waiting_rows: z.int(),
  /** Values without a target. A single null stands for all values if the type keeps no cells. */
  unmatched: z.array(z.object({ value: z.string().nullable(), rows: z.int() })),
  targets: z.array(DeliveredTarget),
  /** The control sums of the task; none if its type keeps no cells. */
  sums: z.array(z.object({ column: z.string(), source: z.number(), delivered: z.number() })),
})
export type Delivery = z.infer<typeof Delivery>
export type DeliveredTarget = z.infer<typeof DeliveredTarget>
