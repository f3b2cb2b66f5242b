import { z } from 'zod'
import { cleanText, Outcome, SeenOutcome, Timestamp } from './field.ts'
import { route } from './route.ts'

/** Maximum length of a pause. A later end is probably a typing error. */
export const MAX_PAUSE_DAYS = 366

/**
 * Until the end of a pause, no schedule starts a run, and requested runs wait. Started runs continue, and undos still start.
 */
export const Pause = z.object({ since: Timestamp, until: Timestamp, set_by: z.string() })
export type Pause = z.infer<typeof Pause>

const PauseState = z.object({ pause: Pause.nullable() })

const INVALID_END = 'Give a date such as 2026-12-24, or a time with its zone such as 2026-12-24T08:00:00Z'

const PauseEnd = z
  .string({ error: INVALID_END })
  .overwrite(cleanText)
  .refine((text) => z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text).success, INVALID_END)

const outcome = { reply: Outcome.extend(PauseState.shape), reads: SeenOutcome.extend(PauseState.partial().shape) }

/** Calls to pause every task at once. The field `paused_until` pauses a single task. */
export const pauses = {
  get: route({
    method: 'GET',
    path: '/api/pause',
    access: 'member',
    summary: 'Get until when everything is paused, since when and by whom; null while nothing is',
    reply: PauseState,
    errors: [],
  }),
  set: route({
    method: 'PUT',
    path: '/api/pause',
    access: 'member',
    summary: 'Pause everything until a time, or until a date begins in the time zone of the schedules',
    body: z.object({ until: PauseEnd }),
    ...outcome,
    errors: [],
    activity: 'everything_paused',
  }),
  end: route({
    method: 'DELETE',
    path: '/api/pause',
    access: 'member',
    summary: 'End the pause now: waiting runs start',
    ...outcome,
    errors: [],
    activity: 'everything_resumed',
  }),
}
