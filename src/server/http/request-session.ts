import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PendingSignIn } from '#server/auth/sessions.ts'
import type { SignedInUser } from '#server/auth/users.ts'
import { readClientAddress } from './client-address.ts'
import { describeBrowser } from './describe-browser.ts'
import { clearSessionCookie } from './session-cookie.ts'

/**
 * Data the browser deletes: everything the pages stored. Cookies are deleted by name, to keep cookies of the domain's other
 * sites.
 */
const CLEARED_DATA = '"cache", "storage"'

/** The session the browser's cookie refers to. */
export interface RequestSession {
  readonly id: string
  /** The IP address of the client. */
  readonly clientAddress: string
  /** Returns the sign-in for the callback to complete. Works only once, whether the callback succeeds or fails. */
  takePendingSignIn(): PendingSignIn | undefined
  rememberSignIn(pending: PendingSignIn): void
  /** Signs the user in under a new session ID, so an ID fixed before the sign-in is useless. */
  start(user: SignedInUser): Promise<void>
  /** Ends the session, and deletes its cookie. */
  end(): Promise<void>
  /** Ends the session, and makes the browser delete everything the pages stored. */
  signOut(): Promise<void>
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  isHttps: boolean
}

export function requestSession({ request, reply, isHttps }: Exchange): RequestSession {
  async function end(): Promise<void> {
    await request.session.destroy()
    clearSessionCookie(reply, { isHttps })
  }

  return {
    id: request.session.sessionId,
    clientAddress: readClientAddress(request),
    takePendingSignIn() {
      const { pendingSignIn } = request.session
      delete request.session.pendingSignIn
      return pendingSignIn
    },
    rememberSignIn(pending) {
      request.session.pendingSignIn = pending
    },
    async start(user) {
      await request.session.regenerate()
      // Regenerating replaces the request's session object.
      request.session.user = user
      request.session.device = {
        browser: describeBrowser(request.headers['user-agent']),
        address: readClientAddress(request),
      }
    },
    end,
    async signOut() {
      await end()
      reply.header('clear-site-data', CLEARED_DATA)
    },
  }
}
