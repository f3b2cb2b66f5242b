import { z } from 'zod'
import { Id, IdParams, Timestamp, text, wholeNumber } from './field.ts'
import { reading } from './reading.ts'
import { route } from './route.ts'

/** Prefix of every API token, so scanners for leaked secrets recognize it. */
export const TOKEN_PREFIX = 'nsync_'
export const MAX_TOKENS_PER_USER = 50
export const DEFAULT_TOKEN_DAYS = 90
const MAX_TOKEN_DAYS = 366
const MAX_NAME_LENGTH = 100

/**
 * Permissions of a token, each including the permissions before it: read, without addresses of people; run and stop tasks;
 * change everything else, undo runs and read server logs.
 */
export const TokenScope = z.enum(['read', 'run', 'manage'], { error: 'Scope must be read, run or manage' })
export type TokenScope = z.infer<typeof TokenScope>

/** Why a token's scope is not enough for a required scope; undefined if it is enough. */
export function scopeProblem(scope: TokenScope, required: TokenScope): string | undefined {
  if (TokenScope.options.indexOf(scope) >= TokenScope.options.indexOf(required)) return undefined
  return `This API token may only ${scope}. Use one with the scope ${required}.`
}

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scope: TokenScope,
  created_at: Timestamp,
  expires_at: Timestamp,
  /** At most a minute behind; null before the first use. */
  last_used_at: Timestamp.nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

const OthersToken = ApiToken.extend({ owner: z.string() })
export type OthersToken = z.infer<typeof OthersToken>

const NewApiToken = z.object({
  name: text({ label: 'Name', max: MAX_NAME_LENGTH }).min(1, 'Enter a name'),
  scope: TokenScope,
  expires_in_days: wholeNumber({ label: 'Days until it expires', min: 1, max: MAX_TOKEN_DAYS }).default(
    DEFAULT_TOKEN_DAYS,
  ),
})

/** Tokens for programs to make calls on behalf of a person. */
export const apiTokens = {
  list: route({
    method: 'GET',
    path: '/api/tokens',
    access: 'member',
    summary: "List the user's API tokens, the newest first",
    reply: z.array(ApiToken),
    errors: [],
    isNeverCompressed: true,
  }),
  listOfOthers: route({
    method: 'GET',
    path: '/api/tokens/others',
    access: 'member',
    summary: 'List the API tokens of other people, by owner, the newest first',
    reply: z.array(OthersToken),
    errors: ['forbidden'],
  }),
  create: route({
    method: 'POST',
    path: '/api/tokens',
    access: 'member',
    summary: 'Create an API token; this reply is the only one that contains it',
    status: 201,
    body: NewApiToken,
    reply: ApiToken.extend({ token: z.string() }),
    reads: z.object({ token: z.string().register(reading, { otherwise: '' }) }),
    errors: ['conflict'],
    activity: 'token_created',
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/tokens/:id',
    access: 'member',
    summary: 'Revoke an API token',
    status: 204,
    params: IdParams,
    reply: z.undefined(),
    errors: ['not_found'],
    activity: 'token_revoked',
  }),
}
