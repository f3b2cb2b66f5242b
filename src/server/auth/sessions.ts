import { createHash } from 'node:crypto'
import type { SessionStore } from '@fastify/session'
import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import type { Session } from 'fastify'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { sessions } from '#server/storage/schema.ts'

/** How long a sign-in lasts. */
export const SIGNED_IN_MS = 14 * DAY_MS
/** How long the way to the sign-in provider and back may take. */
const SIGNING_IN_MS = HOUR_MS

interface Options {
  orm: Orm
  now: () => Date
}

export interface Sessions extends SessionStore {
  /** Which of these session ids still open a session. */
  stillOpen(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  sweep(): Promise<void>
}

/** Sessions in the database, under a hash of their id; signed in, they end 14 days after the sign-in. */
export function createSessions({ orm, now }: Options): Sessions {
  async function save(sessionId: string, session: Session): Promise<void> {
    const lifeMs = session.user ? SIGNED_IN_MS : SIGNING_IN_MS
    const values = { data: session, expiresAt: new Date(now().getTime() + lifeMs) }
    await orm
      .insert(sessions)
      .values({ idHash: hashOf(sessionId), ...values })
      .onConflictDoUpdate({ target: sessions.idHash, set: values })
  }

  async function read(sessionId: string): Promise<Session | null> {
    const [row] = await orm
      .select({ data: sessions.data })
      .from(sessions)
      .where(and(eq(sessions.idHash, hashOf(sessionId)), gt(sessions.expiresAt, now())))
    return row ? (row.data as Session) : null
  }

  async function remove(sessionId: string): Promise<void> {
    await orm.delete(sessions).where(eq(sessions.idHash, hashOf(sessionId)))
  }

  return {
    set: (sessionId, session, done) => void save(sessionId, session).then(() => done(), done),
    get: (sessionId, done) => void read(sessionId).then((session) => done(null, session), done),
    destroy: (sessionId, done) => void remove(sessionId).then(() => done(), done),
    async stillOpen(sessionIds) {
      const idOf = new Map(sessionIds.map((sessionId) => [hashOf(sessionId), sessionId]))
      const rows = await orm
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(and(inArray(sessions.idHash, [...idOf.keys()]), gt(sessions.expiresAt, now())))
      return new Set(rows.map(({ idHash }) => idOf.get(idHash)).filter((id) => id !== undefined))
    },
    async sweep() {
      await orm.delete(sessions).where(lte(sessions.expiresAt, now()))
    },
  }
}

function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}
