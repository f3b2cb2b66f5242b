import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider/lib/provider.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import { DEFAULT_TOKEN_DAYS, TokenScope } from '#contract/api-token.ts'
import { Refusal } from '#contract/errors.ts'
import { cleanText } from '#contract/field.ts'
import { HOUR_MS } from '#domain/time.ts'
import { actAs } from '#server/activity/acting.ts'
import type { ApiTokens } from '#server/auth/api-tokens.ts'
import { createOauthAdapter, keepClient } from '#server/auth/oauth-adapter.ts'
import { ASKED_SCOPES, CONSENT_PATH, createOauthProvider, OAUTH_PATH, saveGrant } from '#server/auth/oauth-provider.ts'
import type { Sessions } from '#server/auth/sessions.ts'
import type { Caller } from '#server/http/caller.ts'
import { readClientAddress } from '#server/http/client-address.ts'
import { allowForeignPages, answerPreflights } from '#server/http/foreign-pages.ts'
import { forwardToProvider } from '#server/http/forward-to-provider.ts'
import { type PublicOrigins, readOrigin } from '#server/http/public-origins.ts'
import { signInLimit } from '#server/http/rate-limits.ts'
import { refuseForeignChange } from '#server/http/security.ts'
import type { Orm } from '#server/storage/database.ts'
import { consentPage, oauthErrorPage, oauthRefusalPage } from './consent-page.ts'

const RESOURCE_PATH = '/mcp'
const METADATA_PATH = `/.well-known/oauth-protected-resource${RESOURCE_PATH}`
const SERVER_METADATA = '/.well-known/oauth-authorization-server'
const REGISTRATION_PATH = `${OAUTH_PATH}/reg`
const TOKEN_PATHS = [`${OAUTH_PATH}/token`, `${OAUTH_PATH}/token/revocation`]
/** Further paths read by assistants. */
const READ_PATHS = ['/jwks', '/.well-known/openid-configuration', SERVER_METADATA]
/** Paths called by assistants in a browser from their own page. */
const OPEN_PATHS = [METADATA_PATH, `${SERVER_METADATA}${OAUTH_PATH}`, REGISTRATION_PATH, ...TOKEN_PATHS]
const HTML = 'text/html; charset=utf-8'
/** Maximum age of a sign-in for granting an assistant access; the same as for creating an API token. */
const MAX_SIGN_IN_AGE_MS = HOUR_MS
const MAX_CLIENT_NAME_LENGTH = 60
/** Maximum grants of one person with the same client name. */
const MAX_SAME_NAME = 50

const registrationLimit = { max: 20, timeWindow: 60_000 }

export interface OauthOptions {
  origins: () => PublicOrigins
  sessionSecrets: readonly string[]
  apiTokens: Pick<ApiTokens, 'create'>
  sessions: Pick<Sessions, 'idOf' | 'ofUser'>
  orm: Orm
  logger: Logger
  now: () => Date
}

/** The `WWW-Authenticate` header that tells a program without a valid token how to get one. */
export function bearerChallenge(request: FastifyRequest, origins: PublicOrigins): string {
  return `Bearer resource_metadata="${originFor(request, origins)}${METADATA_PATH}"`
}

function originFor({ headers: { host } }: FastifyRequest, origins: PublicOrigins): string {
  return (host !== undefined && readOrigin(origins, host)) || origins.main
}

/** Mounts the OAuth server for assistants: its metadata, the server itself, and the page of consent. */
export async function serveOauth(app: FastifyInstance, options: OauthOptions): Promise<void> {
  const { origins, orm, now, sessionSecrets, logger } = options
  let provider: Promise<Provider> | undefined
  // Created at the first request: its issuer contains the port, unknown until the server listens.
  const getProvider = () => {
    const { main, all } = origins()
    provider ??= createOauthProvider({
      main,
      resources: [...new Set([main, ...all])].map((origin) => origin + RESOURCE_PATH),
      adapter: createOauthAdapter({ orm, now }),
      sessionSecrets,
      errorPage: oauthErrorPage(),
      onError: (err) => logger.error({ err }, 'The OAuth server failed'),
    })
    return provider
  }
  const limited = { config: { rateLimit: signInLimit } }
  const open = { ...limited, onRequest: allowForeignPages }
  answerPreflights(app, OPEN_PATHS)

  app.get(METADATA_PATH, open, async (request) => ({
    resource: `${originFor(request, origins())}${RESOURCE_PATH}`,
    authorization_servers: [`${origins().main}${OAUTH_PATH}`],
    scopes_supported: TokenScope.options,
    bearer_methods_supported: ['header'],
  }))

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const forward = async (request: FastifyRequest, reply: FastifyReply, path: string) =>
    await forwardToProvider(await getProvider(), { request, reply, mount: OAUTH_PATH, path, main: origins().main })

  app.get(`${SERVER_METADATA}${OAUTH_PATH}`, open, (request, reply) => forward(request, reply, SERVER_METADATA))
  for (const path of TOKEN_PATHS)
    app.post(path, open, (request, reply) => forward(request, reply, path.slice(OAUTH_PATH.length)))
  app.post(REGISTRATION_PATH, { ...open, config: { rateLimit: registrationLimit } }, (request, reply) =>
    forward(request, reply, '/reg'),
  )
  app.get(`${CONSENT_PATH}/:uid`, limited, async (request, reply) => {
    const interaction = await findInteraction(await getProvider(), { request, reply })
    if (!interaction) return reply.code(400).type(HTML).send(oauthErrorPage())
    const { caller } = request
    if (!caller || !(await hasSignedInLately(options, { request, caller }))) {
      return reply.redirect(`/auth/login?${new URLSearchParams({ return_to: request.url })}`, 302)
    }
    const redirectUri = new URL(String(interaction.params['redirect_uri']))
    // Browsers also apply the policy for forms to the redirect after the form.
    allowFormsTo(reply, redirectUri)
    const clientName = await readClientName(await getProvider(), interaction)
    const returnsTo = formatDestination(redirectUri)
    return reply.type(HTML).send(consentPage({ action: request.url, clientName, returnsTo, email: caller.email }))
  })
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post(`${CONSENT_PATH}/:uid`, limited, async (request, reply) => {
      refuseForeignChange(request, origins())
      try {
        return await decide(await getProvider(), { request, reply, options })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return reply.code(error.status).type(HTML).send(oauthRefusalPage(error.message))
      }
    })
  })
  app.get(`${OAUTH_PATH}/auth`, limited, (request, reply) => {
    const { searchParams } = new URL(request.url, origins().main)
    searchParams.set('scope', ASKED_SCOPES)
    return forward(request, reply, `/auth?${searchParams}`)
  })
  app.get<{ Params: { uid: string } }>(`${OAUTH_PATH}/auth/:uid(^[\\w-]+$)`, limited, (request, reply) =>
    forward(request, reply, `/auth/${request.params.uid}`),
  )
  // Avoid a wildcard: the OAuth server ignores case and a trailing slash, so a path's limits would not cover its other
  // spellings.
  for (const path of READ_PATHS) app.get(OAUTH_PATH + path, limited, (request, reply) => forward(request, reply, path))
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const Decision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('allow'), scope: TokenScope }),
  z.object({ decision: z.literal('refuse') }),
])

async function decide(
  provider: Provider,
  { request, reply, options }: Exchange & { options: OauthOptions },
): Promise<FastifyReply> {
  const interaction = await findInteraction(provider, { request, reply })
  const decision = Decision.safeParse(request.body).data
  if (!interaction || !decision) return reply.code(400).type(HTML).send(oauthErrorPage())
  const { caller } = request
  if (!caller || !(await hasSignedInLately(options, { request, caller }))) return reply.redirect(request.url, 303)
  const result =
    decision.decision === 'refuse'
      ? { error: 'access_denied', error_description: 'The person refused' }
      : await letIn(provider, { request, caller, interaction, scope: decision.scope, options })
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
}

interface Entry {
  request: FastifyRequest
  caller: Caller
  interaction: Interaction
  scope: TokenScope
  options: OauthOptions
}

/**
 * Lists the grant among the person's API tokens, where the person can revoke it. The grant has the ID of the sign-in, so a form
 * submitted twice creates a single grant.
 */
async function letIn(provider: Provider, { request, caller, interaction, scope, options }: Entry): Promise<object> {
  const clientId = String(interaction.params['client_id'])
  const accountId = String(caller.id)
  const requested = interaction.params['resource']
  const resource = typeof requested === 'string' ? requested : options.origins().main + RESOURCE_PATH
  const grant = { id: interaction.uid, clientId }
  await saveGrant(provider, { ...grant, accountId, resource, scope })
  const name = await readClientName(provider, interaction)
  const { email } = caller
  const at = options.now()
  const acting = {
    kind: 'token_created',
    who: email,
    origin: 'browser',
    address: readClientAddress(request),
    at,
  } as const
  await actAs(acting, () => createWithFreeName(options.apiTokens, { user: caller, name, scope, grant }))
  await keepClient(options, grant)
  return { login: { accountId, remember: false }, consent: { grantId: grant.id } }
}

/** @throws Refusal when the person has too many API tokens */
async function createWithFreeName(
  apiTokens: Pick<ApiTokens, 'create'>,
  token: Pick<Parameters<ApiTokens['create']>[0], 'user' | 'name' | 'scope' | 'grant'>,
): Promise<void> {
  for (let number = 1; number <= MAX_SAME_NAME; number += 1) {
    const name = number === 1 ? token.name : `${token.name} ${number}`
    try {
      await apiTokens.create({ ...token, name, days: DEFAULT_TOKEN_DAYS })
      return
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
    }
  }
  throw new Refusal('conflict', `Revoke an API token named ${token.name} first.`)
}

async function readClientName(provider: Provider, { params }: Interaction): Promise<string> {
  const client = await provider.Client.find(String(params['client_id']))
  const name = cleanText(client?.clientName ?? '').replaceAll(/[\s\p{Cc}]+/gu, ' ')
  return name.slice(0, MAX_CLIENT_NAME_LENGTH) || 'An assistant'
}

async function findInteraction(provider: Provider, { request, reply }: Exchange): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    return z.object({ uid: z.literal(interaction.uid) }).safeParse(request.params).success ? interaction : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the person signed in recently. A grant outlives the session, and a stranger at an open browser must not gain lasting
 * access. A caller with a token cannot grant access.
 */
async function hasSignedInLately(
  { sessions, now }: OauthOptions,
  { request, caller }: { request: FastifyRequest; caller: Caller },
): Promise<boolean> {
  if (caller.token) return false
  const id = sessions.idOf(request.session.sessionId)
  const own = (await sessions.ofUser(caller.id)).find((session) => session.id === id)
  return own !== undefined && now().getTime() - own.signedInAt.getTime() < MAX_SIGN_IN_AGE_MS
}

/**
 * Formats a redirect address for the consent page. A program's own scheme is shown, because the program chooses its host
 * freely.
 */
function formatDestination({ protocol, host }: URL): string {
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`
}

function allowFormsTo(reply: FastifyReply, { protocol, origin }: URL): void {
  const target = /^https?:$/.test(protocol) ? origin : protocol
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${target}`))
}
