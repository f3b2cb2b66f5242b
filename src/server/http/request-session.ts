import type { FastifyRequest } from 'fastify'
import type { PendingSignIn } from '#server/auth/sessions.ts'
import type { SignedInUser } from '#server/auth/users.ts'

/** The session that the browser's cookie refers to. */
export interface RequestSession {
  readonly id: string
  readonly pendingSignIn: PendingSignIn | undefined
  rememberSignIn(pending: PendingSignIn): void
  /** Signs the user in under a new session ID, so that an ID fixed before the sign-in is useless. */
  start(user: SignedInUser): Promise<void>
  end(): Promise<void>
}

export function requestSession(request: FastifyRequest): RequestSession {
  return {
    id: request.session.sessionId,
    pendingSignIn: request.session.pendingSignIn,
    rememberSignIn(pending) {
      request.session.pendingSignIn = pending
    },
    async start(user) {
      await request.session.regenerate()
      // Regenerating replaces the request's session object.
      request.session.user = user
    },
    end: () => request.session.destroy(),
  }
}
