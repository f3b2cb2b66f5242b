import { api } from '#contract/api.ts'
import { isAllowed } from '#server/auth/is-allowed.ts'
import { keepAccess } from '#server/auth/keep-access.ts'
import type { Identity, SignIn } from '#server/auth/sign-in.ts'
import { recordSignIn } from '#server/auth/users.ts'
import type { Context } from '#server/context.ts'
import { type Answer, answer, type RawAnswer } from '#server/http/handler.ts'
import type { Visit } from '#server/http/request-session.ts'

const SIGNED_IN = '/?signed_in'
const FAILED = '/?sign_in_failed'
const REFUSED = '/?sign_in_refused'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

type Options = Pick<Context, 'config' | 'database' | 'userTokens' | 'logger' | 'now'> & {
  signIn: SignIn
  publicUrl: () => string
}

interface Beginning {
  /** Whose consent to ask for. */
  consentOf?: string
  returnTo: string | undefined
}

/** Signing in and out; whatever goes wrong on the way, the browser ends on a page of ours that says so. */
export function authAnswers({ config, database, userTokens, logger, now, signIn, publicUrl }: Options): Answer[] {
  async function complete(visit: Visit): Promise<RawAnswer> {
    const pending = visit.pendingSignIn
    if (!pending) return redirectTo(FAILED)
    const { identity, access } = await signIn.complete(visit.url, pending)
    if (!mayEnter(identity, config.allowedEmails)) {
      logger.warn({ email: identity.email }, 'A sign-in was refused: the address is not among those allowed')
      await visit.endSession()
      return redirectTo(REFUSED)
    }
    const { email, name } = identity
    await recordSignIn(database.orm, { email, name, at: now() })
    await visit.startSession({ email, name })
    logger.info({ email }, 'A person signed in')
    if (access && !(await keepAccess(userTokens, { email, access }))) {
      if (!pending.isConsentAsked) return begin(visit, { consentOf: email, returnTo: pending.returnTo })
      logger.warn({ email }, 'A person signed in without giving access to spreadsheets')
    }
    return redirectTo(pending.returnTo ?? SIGNED_IN)
  }

  async function begin(visit: Visit, { returnTo, ...options }: Beginning): Promise<RawAnswer> {
    const { url, pending } = await signIn.begin(options)
    visit.rememberSignIn({ ...pending, ...(returnTo !== undefined && { returnTo }) })
    return redirectTo(url.href)
  }

  return [
    answer(api.auth.check, async ({ caller }) => ({ authenticated: caller !== undefined, user: caller ?? null })),

    answer(api.auth.login, async ({ query, visit }) => {
      const elsewhere = publicNameOf(visit, publicUrl())
      if (elsewhere) return redirectTo(elsewhere)
      try {
        return await begin(visit, { returnTo: ownPath(query.return_to) })
      } catch (error) {
        logger.error({ err: error }, 'The sign-in provider cannot be reached')
        return redirectTo(FAILED)
      }
    }),

    answer(api.auth.callback, async ({ caller, visit }) => {
      try {
        return await complete(visit)
      } catch (error) {
        logger.warn({ err: error }, 'A sign-in failed')
        // Asked for consent, a person is signed in already: to refuse it loses the access to spreadsheets alone.
        const isSignedIn = caller !== undefined && visit.pendingSignIn?.isConsentAsked
        return redirectTo(isSignedIn ? (visit.pendingSignIn?.returnTo ?? SIGNED_IN) : FAILED)
      }
    }),

    answer(api.auth.logout, async ({ visit }) => {
      await visit.endSession()
      return { success: true }
    }),
  ]
}

function redirectTo(location: string): RawAnswer {
  return { status: 302, headers: { location }, body: '' }
}

/** A list of who may enter is worth something only for addresses that the provider has verified. */
function mayEnter({ email, isEmailVerified }: Identity, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return isEmailVerified !== false
  return isEmailVerified === true && isAllowed(email, allowed)
}

/** A path of this app, in visible ASCII; two slashes at its start, or backslashes, would lead a browser to another site. */
const OWN_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/

function ownPath(path: string | undefined): string | undefined {
  return path !== undefined && OWN_PATH.test(path) ? path : undefined
}

/**
 * The cookie of a visitor at `localhost` is not sent to `127.0.0.1`, where the way back leads: such a visitor starts
 * over under the public name. Undefined when the names agree, or differ for a reason that is not ours to judge.
 */
function publicNameOf({ url, host }: Visit, publicUrl: string): string | undefined {
  const wanted = new URL(publicUrl)
  const used = URL.parse(`${wanted.protocol}//${host}`)
  if (!used || used.port !== wanted.port || used.hostname === wanted.hostname) return undefined
  return LOOPBACK.has(used.hostname) && LOOPBACK.has(wanted.hostname) ? url.href : undefined
}
