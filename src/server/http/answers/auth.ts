import { api } from '#contract/api.ts'
import { isAllowed } from '../../auth/is-allowed.ts'
import type { Identity, SignIn } from '../../auth/sign-in.ts'
import type { Context } from '../../context.ts'
import { recordSignIn } from '../../storage/users.ts'
import { type Answer, answer, type RawAnswer } from '../answer.ts'
import type { Visit } from '../visit.ts'

const SIGNED_IN = '/?signed_in'
const FAILED = '/?sign_in_failed'
const REFUSED = '/?sign_in_refused'
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

type Options = Pick<Context, 'config' | 'database' | 'logger' | 'now'> & { signIn: SignIn; publicUrl: () => string }

/** Signing in and out; whatever goes wrong on the way, the browser ends on a page of ours that says so. */
export function authAnswers({ config, database, logger, now, signIn, publicUrl }: Options): Answer[] {
  async function complete(visit: Visit): Promise<RawAnswer> {
    const pending = visit.pendingSignIn
    if (!pending) return redirectTo(FAILED)
    const identity = await signIn.complete(visit.url, pending)
    if (!mayEnter(identity, config.allowedEmails)) {
      logger.warn({ email: identity.email }, 'A sign-in was refused: the address is not among those allowed')
      await visit.endSession()
      return redirectTo(REFUSED)
    }
    const { email, name } = identity
    await recordSignIn(database.orm, { email, name, at: now() })
    await visit.startSession({ email, name })
    logger.info({ email }, 'A person signed in')
    return redirectTo(pending.returnTo ?? SIGNED_IN)
  }

  return [
    answer(api.auth.check, async ({ caller }) => ({ authenticated: caller !== undefined, user: caller ?? null })),

    answer(api.auth.login, async ({ query, visit }) => {
      const elsewhere = publicNameOf(visit, publicUrl())
      if (elsewhere) return redirectTo(elsewhere)
      try {
        const { url, pending } = await signIn.begin()
        visit.rememberSignIn({ ...pending, ...returnToOf(query.return_to) })
        return redirectTo(url.href)
      } catch (error) {
        logger.error({ err: error }, 'The sign-in provider cannot be reached')
        return redirectTo(FAILED)
      }
    }),

    answer(api.auth.callback, async ({ visit }) => {
      try {
        return await complete(visit)
      } catch (error) {
        logger.warn({ err: error }, 'A sign-in failed')
        return redirectTo(FAILED)
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

function mayEnter({ email, isEmailVerified }: Identity, allowed: readonly string[]): boolean {
  return isEmailVerified && isAllowed(email, allowed)
}

/** A path of this app, in visible ASCII; two slashes at its start, or backslashes, would lead a browser to another site. */
const OWN_PATH = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/

function returnToOf(path: string | undefined): { returnTo?: string } {
  return path !== undefined && OWN_PATH.test(path) ? { returnTo: path } : {}
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
