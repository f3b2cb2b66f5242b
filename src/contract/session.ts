import { z } from 'zod'
import { Timestamp } from './field.ts'
import { route } from './route.ts'

const MAX_SESSION_ID_LENGTH = 100

/** A browser where the user is signed in. */
export const OwnSession = z.object({
  id: z.string(),
  /** Browser, e.g. `Firefox on Windows`; empty if unknown. */
  browser: z.string(),
  /** IP address of the sign-in; empty if unknown. */
  address: z.string(),
  signed_in_at: Timestamp,
  /** At most an hour behind. */
  last_active_at: Timestamp,
  /** Whether the request itself was made in this session. */
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const sessions = {
  list: route({
    method: 'GET',
    path: '/api/sessions',
    access: 'member',
    summary: 'List where the user is signed in, the latest sign-in first',
    reply: z.array(OwnSession),
    errors: [],
    isNeverCompressed: true,
  }),
  end: route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'member',
    summary: 'Sign one browser out',
    status: 204,
    params: z.object({
      id: z
        .string()
        .max(MAX_SESSION_ID_LENGTH)
        .regex(/^[\w-]*$/, 'This is not the ID of a session'),
    }),
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'sessions_ended',
  }),
  endAll: route({
    method: 'DELETE',
    path: '/api/sessions',
    access: 'member',
    summary: 'Sign out everywhere, in this browser too, and revoke all API tokens',
    status: 204,
    query: z.object({
      /** Whether programs acting for the user keep working. */
      tokens: z.enum(['revoke', 'keep'], { error: 'tokens must be revoke or keep' }).default('revoke'),
    }),
    reply: z.undefined(),
    errors: [],
    activity: 'sessions_ended',
  }),
}
