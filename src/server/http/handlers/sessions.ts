import { Refusal } from '#contract/errors.ts'
import { sessions as routes } from '#contract/session.ts'
import type { ApiTokens } from '#server/auth/api-tokens.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import { type Handler, handler } from '#server/http/handler.ts'

/** Handlers for the caller's active sessions. Nobody can see or end another user's sessions. */
export function sessionHandlers({ sessions, apiTokens }: { sessions: Sessions; apiTokens: ApiTokens }): Handler[] {
  return [
    handler(routes.list, async ({ caller, session }) => {
      const currentId = sessions.idOf(session.id)
      return (await sessions.ofUser(caller.id)).map(({ id, browser, address, signedInAt, lastActiveAt }) => ({
        id,
        browser,
        address,
        signed_in_at: signedInAt.toISOString(),
        last_active_at: lastActiveAt.toISOString(),
        is_current: id === currentId,
      }))
    }),
    handler(routes.end, async ({ params, caller, session }) => {
      const count = await sessions.end({ userId: caller.id, id: params.id })
      if (count === 0) throw new Refusal('not_found', 'This browser is not signed in any more')
      if (params.id === sessions.idOf(session.id)) await session.signOut()
    }),
    handler(routes.endAll, async ({ query, caller, session }) => {
      if (query.tokens === 'revoke') await apiTokens.revokeAll(caller.id)
      await sessions.end({ userId: caller.id })
      await session.signOut()
    }),
  ]
}
