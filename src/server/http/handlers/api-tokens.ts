import { type ApiToken, apiTokens as routes } from '#contract/api-token.ts'
import { Refusal } from '#contract/errors.ts'
import { HOUR_MS } from '#domain/time.ts'
import type { ApiTokens } from '#server/auth/api-tokens.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import { requireOwner } from '#server/http/caller.ts'
import { type Handler, handler } from '#server/http/handler.ts'

type TokenRow = Awaited<ReturnType<ApiTokens['ofUser']>>[number]

const MAX_SIGN_IN_AGE_MS = HOUR_MS

interface Options {
  apiTokens: ApiTokens
  sessions: Pick<Sessions, 'idOf' | 'ofUser'>
  now: () => Date
}

/** Handlers for API tokens. Only administrators see and revoke other people's tokens. A token is shown only once. */
export function apiTokenHandlers({ apiTokens, sessions, now }: Options): Handler[] {
  /**
   * Requires a recent sign-in, because a token outlives the session. A stranger at an open browser must not gain lasting
   * access.
   */
  async function requireRecentSignIn(sessionId: string, userId: number): Promise<void> {
    const id = sessions.idOf(sessionId)
    const own = (await sessions.ofUser(userId)).find((session) => session.id === id)
    if (own && now().getTime() - own.signedInAt.getTime() < MAX_SIGN_IN_AGE_MS) return
    throw new Refusal('forbidden', 'Sign in again to create an API token: you signed in more than an hour ago.')
  }

  return [
    handler(routes.list, async ({ caller }) => (await apiTokens.ofUser(caller.id)).map(presentToken)),
    handler(routes.listOfOthers, async ({ caller }) =>
      (await apiTokens.ofOthers(caller.id)).map((row) => ({ ...presentToken(row), owner: row.owner })),
    ),
    handler(routes.create, async ({ body, caller, session }) => {
      const { name, scope, expires_in_days: days } = body
      await requireRecentSignIn(session.id, caller.id)
      const created = await apiTokens.create({ user: caller, name, scope, days })
      return { ...presentToken(created), token: created.token }
    }),
    handler(routes.revoke, async ({ params, caller }) => {
      const isRevoked = await apiTokens.revoke({
        id: params.id,
        requireOwner: (owner) => requireOwner(routes.revoke, { caller, owner }),
      })
      if (!isRevoked) throw new Refusal('not_found', 'This API token does not exist')
    }),
  ]
}

function presentToken({ id, name, scope, createdAt, expiresAt, lastUsedAt }: TokenRow): ApiToken {
  return {
    id,
    name,
    scope,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
