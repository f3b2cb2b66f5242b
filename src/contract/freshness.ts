import { z } from 'zod'
import { cleanTime, INVALID_TIME, TimeOfDay, Timestamp, wholeNumber } from './field.ts'
import { NO_FRESH_BY, NO_FRESH_MINUTES } from './without-default.ts'

/** Maximum allowed age of a target: 90 days. */
const MAX_FRESH_MINUTES = 129_600

const TimeOrNone = z
  .string({ error: INVALID_TIME })
  .overwrite(cleanTime)
  .regex(/^(none|([01]?\d|2[0-3]):[0-5]\d)$/i, `${INVALID_TIME}, or none`)
  .transform((time) => (time.toLowerCase() === NO_FRESH_BY ? NO_FRESH_BY : time.padStart(5, '0')))

const freshMinutes = (min: number) =>
  wholeNumber({ label: 'Fresh within', min, max: MAX_FRESH_MINUTES }).nullable().default(null)

/** How fresh the target of a task must be. Null: the setting of its type. */
export const freshShape = {
  /** Time by which the target must be fresh on each day of the schedule; `none` for no time. */
  fresh_by: TimeOrNone.nullable().default(null),
  /** Maximum minutes since the target was verified against the source, on the schedule's days; 0 for no promise. */
  fresh_within_minutes: freshMinutes(NO_FRESH_MINUTES),
}

/** Promise for tasks of a type without their own. Null: no promise. */
export const freshOfTypeShape = { fresh_by: TimeOfDay.nullable().default(null), fresh_within_minutes: freshMinutes(1) }

/**
 * Place where readers of a target see its freshness: nowhere, in a note on the first cell of each copy, or in a tab of the
 * file.
 */
const FRESHNESS_NOTES = ['off', 'note', 'tab'] as const

export const FreshnessNote = z.enum(FRESHNESS_NOTES, { error: 'freshness_note must be off, note or tab' })
export type FreshnessNote = z.infer<typeof FreshnessNote>

/** `due`: a copy is needed soon, or before the day's time. `late`: the target is older than promised. */
export const FreshnessState = z.enum(['fresh', 'due', 'late'])
export type FreshnessState = z.infer<typeof FreshnessState>

/** Why a target is not fresh. */
export const FreshnessCause = z.enum([
  'held',
  'stopped',
  'prerequisite',
  'failing',
  'waiting_for_quota',
  'in_progress',
  'no_schedule',
])
export type FreshnessCause = z.infer<typeof FreshnessCause>

/** Whether a target is as fresh as its task or type promises. */
export const Freshness = z.object({
  state: FreshnessState,
  /** When a run last found the target equal to the source; null if none did. */
  seen_equal_at: Timestamp.nullable(),
  /** When the target becomes or became late; null for a task without a started run. */
  due_at: Timestamp.nullable(),
  /** Null while it is fresh, or a planned run can still keep the promise. */
  cause: FreshnessCause.nullable(),
})
export type Freshness = z.infer<typeof Freshness>
