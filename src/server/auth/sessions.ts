import { createHash } from 'node:crypto'
import type { SessionStore } from '@fastify/session'
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Session } from 'fastify'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { sessions, users } from '#server/storage/schema.ts'
import type { SignedInUser } from './users.ts'

/** How long a user stays signed in. */
export const SIGNED_IN_MS = 14 * DAY_MS
/** How long a user may take to sign in at the provider. */
const SIGNING_IN_MS = HOUR_MS

/** What the provider's callback is checked against. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
  /** The user was asked for consent this time, so do not ask again. */
  isConsentAsked: boolean
  /** The path of this app to return to after the sign-in. */
  returnTo?: string
}

declare module 'fastify' {
  interface Session {
    user?: SignedInUser
    pendingSignIn?: PendingSignIn
  }
}

interface Options {
  orm: Orm
  /** The sign-in provider in use: a session started through another one signs nobody in. */
  issuer: string
  now: () => Date
}

export interface Sessions extends SessionStore {
  /** Returns those of the given session IDs whose session has neither ended nor expired. */
  activeAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  removeExpired(): Promise<void>
}

/** Stores sessions in the database, under a hash of their ID. A sign-in expires after 14 days, however active. */
export function createSessions({ orm, issuer, now }: Options): Sessions {
  const addressInData = sql`${sessions.data}->'user'->>'email'`
  /** Nodes of an earlier version store an address only. It says who signed in until somebody proves to be its owner. */
  const isUserOfSession = or(
    and(eq(users.id, sessions.userId), or(isNull(users.issuer), eq(users.issuer, issuer))),
    and(isNull(sessions.userId), isNull(users.subject), eq(users.email, addressInData)),
  )

  async function save(sessionId: string, session: Session): Promise<void> {
    const lifetimeMs = session.user ? SIGNED_IN_MS : SIGNING_IN_MS
    const values = {
      data: session,
      userId: session.user?.id ?? null,
      expiresAt: new Date(now().getTime() + lifetimeMs),
    }
    await orm
      .insert(sessions)
      .values({ idHash: hashOf(sessionId), ...values })
      .onConflictDoUpdate({ target: sessions.idHash, set: values })
  }

  async function read(sessionId: string): Promise<Session | null> {
    const { id, email, name } = users
    const [row] = await orm
      .select({ data: sessions.data, user: { id, email, name } })
      .from(sessions)
      .leftJoin(users, isUserOfSession)
      .where(and(eq(sessions.idHash, hashOf(sessionId)), gt(sessions.expiresAt, now())))
    if (!row) return null
    const { user: _, ...data } = row.data as Session
    return row.user ? { ...data, user: row.user } : data
  }

  async function remove(sessionId: string): Promise<void> {
    await orm.delete(sessions).where(eq(sessions.idHash, hashOf(sessionId)))
  }

  return {
    set: (sessionId, session, done) => void save(sessionId, session).then(() => done(), done),
    get: (sessionId, done) => void read(sessionId).then((session) => done(null, session), done),
    destroy: (sessionId, done) => void remove(sessionId).then(() => done(), done),
    async activeAmong(sessionIds) {
      const idOf = new Map(sessionIds.map((sessionId) => [hashOf(sessionId), sessionId]))
      const rows = await orm
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .innerJoin(users, isUserOfSession)
        .where(and(inArray(sessions.idHash, [...idOf.keys()]), gt(sessions.expiresAt, now())))
      return new Set(rows.map(({ idHash }) => idOf.get(idHash)).filter((id) => id !== undefined))
    },
    async removeExpired() {
      await orm.delete(sessions).where(lte(sessions.expiresAt, now()))
    },
  }
}

function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}
