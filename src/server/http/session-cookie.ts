import fastifySession, { type SessionStore } from '@fastify/session'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { MAX_SESSION_MS } from '#domain/session-lifetime.ts'

const NAME = 'nano_sync_session'
/** Prefix of a cookie. Browsers only accept it from the host itself over https, so no neighboring site can set the cookie. */
const HOST_PREFIX = '__Host-'

export interface SessionOptions {
  sessions: SessionStore
  /** The first secret signs cookies. Cookies signed with older secrets are still accepted. */
  sessionSecrets: readonly string[]
  isHttps: boolean
}

/** The name of the cookie that refers to the browser's session. */
export function sessionCookieName({ isHttps }: Pick<SessionOptions, 'isHttps'>): string {
  return isHttps ? HOST_PREFIX + NAME : NAME
}

export async function registerSessions(app: FastifyInstance, options: SessionOptions): Promise<void> {
  const cookieName = sessionCookieName(options)
  await app.register(fastifySession, {
    secret: [...options.sessionSecrets],
    store: failOnce(options.sessions),
    cookieName,
    saveUninitialized: false,
    rolling: false,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: options.isHttps, maxAge: MAX_SESSION_MS },
  })
  // The library would delete a cookie signed with an earlier secret. Saving the session sends the cookie with a new signature.
  app.addHook('onRequest', async ({ cookies, session }) => {
    const sent = cookies[cookieName]
    const isOfSession = sent?.startsWith(`${session.sessionId}.`) ?? false
    if (isOfSession && sent !== session.encryptedSessionId) await session.save()
  })
}

/**
 * Reports a failure to save a session only once. The library saves the session again when the error is sent, and a second
 * failure would replace our reply with the error's text.
 */
function failOnce(store: SessionStore): SessionStore {
  const failed = new WeakSet<object>()
  return {
    get: (id, callback) => store.get(id, callback),
    destroy: (id, callback) => store.destroy(id, callback),
    set(id, session, callback) {
      if (failed.has(session)) return callback()
      store.set(id, session, (error: unknown) => {
        if (error) failed.add(session)
        callback(error)
      })
    },
  }
}

export function clearSessionCookie(reply: FastifyReply, options: Pick<SessionOptions, 'isHttps'>): void {
  reply.clearCookie(sessionCookieName(options), { path: '/', secure: options.isHttps })
}
