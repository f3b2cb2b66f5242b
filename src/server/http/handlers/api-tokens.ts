import { type ApiToken, apiTokens as routes } from '#contract/api-token.ts'
import { Refusal } from '#contract/errors.ts'
import type { ApiTokens } from '#server/auth/api-tokens.ts'
import { type Handler, handler } from '#server/http/handler.ts'

type TokenRow = Awaited<ReturnType<ApiTokens['ofUser']>>[number]

/** Nobody sees or revokes the tokens of others, and no token is ever shown again. */
export function apiTokenHandlers({ apiTokens }: { apiTokens: ApiTokens }): Handler[] {
  return [
    handler(routes.list, async ({ caller }) => (await apiTokens.ofUser(caller.id)).map(presentToken)),
    handler(routes.create, async ({ body, caller }) => {
      const { name, scope, expires_in_days: days } = body
      const created = await apiTokens.create({ userId: caller.id, name, scope, days })
      return { ...presentToken(created), token: created.token }
    }),
    handler(routes.revoke, async ({ params, caller }) => {
      const isRevoked = await apiTokens.revoke({ userId: caller.id, id: params.id })
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
