import type { Caller } from './answer.ts'

/** What the way back from the sign-in provider is checked against. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
}

/** One call as its visitor sees it: the address asked for, and the session that the visitor's cookie opens. */
export interface Visit {
  readonly url: URL
  readonly pendingSignIn: PendingSignIn | undefined
  rememberSignIn(pending: PendingSignIn): void
  /** Signs the caller in under a new session id, so that an id known from before opens nothing. */
  startSession(caller: Caller): Promise<void>
  endSession(): Promise<void>
}
