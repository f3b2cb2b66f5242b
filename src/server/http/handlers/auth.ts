import type { ConnectedFiles } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import {
  recordFailedSignIn,
  recordRefusedSignIn,
  recordSignInActivity,
  type SignInFailure,
} from '#server/activity/sign-in-activity.ts'
import { endChannelsOfIdentity } from '#server/alerts/end-channels.ts'
import { maySignIn } from '#server/auth/may-sign-in.ts'
import type { PendingSignIn } from '#server/auth/sessions.ts'
import { filesIn } from '#server/auth/sheets-access.ts'
import { type ConnectRequest, isProviderError, type SignIn } from '#server/auth/sign-in.ts'
import { findIssuer } from '#server/auth/sign-in-provider.ts'
import { saveAccess } from '#server/auth/user-tokens.ts'
import { isSamePerson, recordSignIn, type SignedInUser } from '#server/auth/users.ts'
import { usesPicker } from '#server/config/config.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler, type RawResponse } from '#server/http/handler.ts'
import type { RequestSession } from '#server/http/request-session.ts'

const SIGNED_IN = '/?signed_in'
const FAILED = '/?sign_in_failed'
const REFUSED = '/?sign_in_refused'
const MY_ACCESS = '/settings/access'
const CONNECTED = `${MY_ACCESS}?connected`
const NOT_CONNECTED = `${MY_ACCESS}?not_connected`
const OTHER_ACCOUNT = `${MY_ACCESS}?other_account`

type Options = Pick<
  Context,
  'config' | 'accessGrants' | 'offboarding' | 'database' | 'userTokens' | 'logger' | 'now'
> & {
  signIn: SignIn
}

interface BeginOptions {
  /** Origin of the provider's callback. */
  origin: string
  connects?: ConnectRequest
  returnTo?: string | undefined
}

interface Callback {
  callbackUrl: URL
  pending: PendingSignIn
}

/**
 * Handlers for signing in and out, and for connecting spreadsheets. On any failure, the browser ends up on our page with an
 * explanation.
 */
export function authHandlers(options: Options): Handler[] {
  const { config, accessGrants, database, userTokens, logger, now, signIn } = options

  async function begin(session: RequestSession, { returnTo, ...options }: BeginOptions): Promise<RawResponse> {
    const { url, pending } = await signIn.begin(options)
    session.rememberSignIn({ ...pending, ...(returnTo !== undefined && { returnTo }) })
    return redirectTo(url.href)
  }

  async function complete(session: RequestSession, { callbackUrl, pending }: Callback): Promise<RawResponse> {
    const { identity, groups } = await signIn.complete(callbackUrl, pending)
    const { orm } = database
    const address = session.clientAddress
    if (!maySignIn(identity, config.allowedEmails)) {
      logger.warn(
        { email: identity.email },
        'Sign-in refused: address not in ALLOWED_EMAILS, not verified, or not of the domain',
      )
      await recordRefusedSignIn(orm, { email: identity.email, address, at: now() })
      await session.end()
      return redirectTo(REFUSED)
    }
    const { email } = identity
    const adminGroups = config.administrators?.groups.filter((group) => groups.includes(group)) ?? []
    const signedIn = {
      identity: { ...identity, adminGroups },
      issuer: findIssuer(config.signIn),
      clientAddress: address,
      at: now(),
    }
    await session.start(await recordSignIn({ orm, userTokens, endChannels: endChannelsOfIdentity }, signedIn))
    void options.offboarding.sweep()
    await recordSignInActivity(orm, { email, address, at: now() })
    logger.info({ email }, 'Signed in')
    return redirectTo(pending.returnTo ?? SIGNED_IN)
  }

  async function connect(user: SignedInUser, { callbackUrl, pending }: Callback): Promise<RawResponse> {
    const { email } = user
    const { identity, access } = await signIn.complete(callbackUrl, pending)
    const { subject } = identity
    if (!(await isSamePerson(database.orm, { id: user.id, issuer: findIssuer(config.signIn), subject }))) {
      logger.warn({ email, other: identity.email }, 'Spreadsheets not connected: another account was chosen')
      return redirectTo(OTHER_ACCOUNT)
    }
    if (!access || !(await saveAccess(userTokens, { email, access }))) return redirectTo(NOT_CONNECTED)
    logger.info({ email }, 'Spreadsheets connected')
    return redirectTo(CONNECTED)
  }

  /** Picks the files to ask for: the person's choice, or else the files connected before. Nobody is asked for more. */
  async function filesToConnect(email: string, chosen: ConnectedFiles | undefined): Promise<ConnectedFiles> {
    if (!usesPicker(config.signIn)) return 'all'
    return chosen ?? filesIn((await userTokens.find(email))?.scopes ?? []) ?? 'picked'
  }

  async function fail(failure: SignInFailure): Promise<RawResponse> {
    const recorded = recordFailedSignIn(database.orm, { failure, at: now() })
    await recorded.catch((err: unknown) => logger.warn({ err }, 'Could not record a failed sign-in'))
    return redirectTo(FAILED)
  }

  return [
    handler(api.auth.check, async ({ caller }) => ({
      authenticated: caller !== undefined,
      user: caller ?? null,
      administrators: caller?.administrators ?? null,
      ...(caller?.token && { token_scope: caller.token.scope }),
    })),

    handler(api.auth.login, async ({ query, session, address }) => {
      const { url, isOwnHost } = address
      if (!isOwnHost && query.redirected === undefined) return redirectTo(atMainOrigin(url))
      try {
        return await begin(session, { origin: url.origin, returnTo: ownPath(query.return_to) })
      } catch (error) {
        logger.error({ err: error }, 'Could not reach the sign-in provider')
        return redirectTo(FAILED)
      }
    }),

    handler(api.auth.callback, async ({ caller, session, address }) => {
      const pending = session.takePendingSignIn()
      if (!pending) return await fail('not_begun')
      try {
        const callback = { callbackUrl: address.url, pending }
        if (!pending.connects) return await complete(session, callback)
        return caller ? await connect(caller, callback) : redirectTo(FAILED)
      } catch (error) {
        logger.warn({ err: error }, pending.connects ? 'Spreadsheets not connected' : 'Sign-in failed')
        if (pending.connects) return redirectTo(NOT_CONNECTED)
        return await fail(isProviderError(error) ? 'provider' : 'checks')
      }
    }),

    handler(api.access.connect, async ({ caller: { email }, query, session, address }) => {
      try {
        const files = await filesToConnect(email, query.files)
        if (!accessGrants || !(await signIn.offersAccess(files))) return redirectTo(NOT_CONNECTED)
        return await begin(session, { origin: address.url.origin, connects: { email, files } })
      } catch (error) {
        logger.error({ err: error }, 'Could not reach the sign-in provider')
        return redirectTo(NOT_CONNECTED)
      }
    }),

    handler(api.auth.logout, async ({ session, caller }) => {
      await session.signOut()
      if (caller) await recordActivity(database.orm, { subject: caller.email, count: 1 })
      return { success: true }
    }),
  ]
}

function redirectTo(location: string): RawResponse {
  return { status: 302, headers: { location }, body: '' }
}

/** A path of this app in visible ASCII. Two leading slashes, or a backslash, would send the browser to another site. */
const OWN_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/

function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && OWN_PATH.test(path) ? path : undefined
}

/**
 * Restarts a sign-in at the main origin, because the callback would not receive a cookie set under an unknown host. Redirects
 * only once: behind a proxy that replaces the `Host` header, every host is unknown.
 */
function atMainOrigin(url: URL): string {
  const again = new URL(url)
  again.searchParams.set('redirected', '1')
  return again.href
}
