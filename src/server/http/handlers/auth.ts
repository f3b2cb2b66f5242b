import { api } from '#contract/api.ts'
import { maySignIn } from '#server/auth/is-allowed.ts'
import type { PendingSignIn } from '#server/auth/sessions.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import { issuerOf } from '#server/auth/sign-in-provider.ts'
import { saveAccess } from '#server/auth/user-tokens.ts'
import { recordSignIn } from '#server/auth/users.ts'
import type { Context } from '#server/context.ts'
import { type Handler, handler, type RawResponse } from '#server/http/handler.ts'
import type { RequestSession } from '#server/http/request-session.ts'

const SIGNED_IN = '/?signed_in'
const FAILED = '/?sign_in_failed'
const REFUSED = '/?sign_in_refused'

type Options = Pick<Context, 'config' | 'database' | 'userTokens' | 'logger' | 'now'> & {
  signIn: SignIn
}

interface BeginOptions {
  /** Where the provider's callback arrives. */
  origin: string
  /** The user to ask for consent again. */
  consentOf?: string
  returnTo: string | undefined
}

interface Callback {
  callbackUrl: URL
  pending: PendingSignIn
}

/** Signing in and out. Whatever goes wrong, the browser ends up on one of our pages, which explains it. */
export function authHandlers({ config, database, userTokens, logger, now, signIn }: Options): Handler[] {
  async function begin(session: RequestSession, { returnTo, ...options }: BeginOptions): Promise<RawResponse> {
    const { url, pending } = await signIn.begin(options)
    session.rememberSignIn({ ...pending, ...(returnTo !== undefined && { returnTo }) })
    return redirectTo(url.href)
  }

  async function complete(session: RequestSession, { callbackUrl, pending }: Callback): Promise<RawResponse> {
    const { identity, access } = await signIn.complete(callbackUrl, pending)
    if (!maySignIn(identity, config.allowedEmails)) {
      logger.warn(
        { email: identity.email },
        'Sign-in refused: address not in ALLOWED_EMAILS, not verified, or not of the domain',
      )
      await session.end()
      return redirectTo(REFUSED)
    }
    const { email } = identity
    const signedIn = { identity, issuer: issuerOf(config.signIn), at: now() }
    await session.start(await recordSignIn({ orm: database.orm, userTokens }, signedIn))
    logger.info({ email }, 'Signed in')
    if (access && !(await saveAccess(userTokens, { email, access }))) {
      if (!pending.isConsentAsked)
        return begin(session, { origin: callbackUrl.origin, consentOf: email, returnTo: pending.returnTo })
      logger.warn({ email }, 'Signed in without granting access to spreadsheets')
    }
    return redirectTo(pending.returnTo ?? SIGNED_IN)
  }

  return [
    handler(api.auth.check, async ({ caller }) => ({ authenticated: caller !== undefined, user: caller ?? null })),

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
      if (!pending) return redirectTo(FAILED)
      try {
        return await complete(session, { callbackUrl: address.url, pending })
      } catch (error) {
        logger.warn({ err: error }, 'Sign-in failed')
        // A user asked for consent is already signed in: declining it costs only the access to spreadsheets.
        const isSignedIn = caller !== undefined && pending.isConsentAsked
        return redirectTo(isSignedIn ? (pending.returnTo ?? SIGNED_IN) : FAILED)
      }
    }),

    handler(api.auth.logout, async ({ session }) => {
      await session.signOut()
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
 * The cookie of a sign-in that begins under an unknown name would not be sent to the callback, so the sign-in starts
 * again at the main origin, once: behind a proxy that replaces the `Host` header, every name is unknown.
 */
function atMainOrigin(url: URL): string {
  const again = new URL(url)
  again.searchParams.set('redirected', '1')
  return again.href
}
