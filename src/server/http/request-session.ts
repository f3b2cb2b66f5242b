// Its types add the session to Fastify's request.
import type {} from '@fastify/session'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** What the way back from the sign-in provider is checked against. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
  /** The provider was told to ask for consent, so it is not asked again. */
  isConsentAsked: boolean
  /** A path of this app that the visitor asked to go on to. */
  returnTo?: string
}

declare module 'fastify' {
  interface Session {
    user?: Caller
    pendingSignIn?: PendingSignIn
  }
}

/** One call as its visitor sees it: the address asked for, and the session that the visitor's cookie opens. */
export interface Visit {
  readonly url: URL
  /** The `Host` header: the name under which the visitor reached this server. */
  readonly host: string
  readonly sessionId: string
  readonly pendingSignIn: PendingSignIn | undefined
  rememberSignIn(pending: PendingSignIn): void
  /** Signs the caller in under a new session id, so that an id known from before opens nothing. */
  startSession(caller: Caller): Promise<void>
  endSession(): Promise<void>
}

export function visitOf(request: FastifyRequest, publicUrl: string): Visit {
  return {
    url: new URL(publicUrl + (request.url.startsWith('/') ? request.url : '/')),
    host: request.headers.host ?? '',
    sessionId: request.session.sessionId,
    pendingSignIn: request.session.pendingSignIn,
    rememberSignIn(pending) {
      request.session.pendingSignIn = pending
    },
    async startSession(caller) {
      await request.session.regenerate()
      request.session.user = caller
    },
    async endSession() {
      await request.session.destroy()
    },
  }
}
