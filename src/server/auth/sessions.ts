import { createHash } from 'node:crypto'
import type { SessionStore } from '@fastify/session'
import { and, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { Session } from 'fastify'
import type { ConnectedFiles } from '#contract/access.ts'
import { isRenewalDue, sessionEnd } from '#domain/session-lifetime.ts'
import { HOUR_MS } from '#domain/time.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { isInList } from '#server/storage/lists.ts'
import { sessions, users } from '#server/storage/schema.ts'
import type { SignedInUser } from './users.ts'

/** Maximum time a user may take to sign in at the provider. */
const SIGNING_IN_MS = HOUR_MS

/** Expected values of the provider's callback. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
  /** Set when a signed-in user connects their spreadsheets. */
  connects?: boolean
  /** The files to connect; absent in a session from release 3.0.0. */
  files?: ConnectedFiles
  /** Path within the app to open after the sign-in. */
  returnTo?: string
}

/** Browser and address of a sign-in, so its user can recognize it. */
interface Device {
  /** The browser, like `Firefox on Windows`. */
  browser: string
  address: string
}

declare module 'fastify' {
  interface Session {
    user?: SignedInUser
    device?: Device
    pendingSignIn?: PendingSignIn
  }
}

interface Options {
  orm: Orm
  /** Sign-in provider in use. Sessions of another provider are ignored. */
  issuer: string
  now: () => Date
}

/** A session as its user sees it. */
interface OwnSession extends Device {
  id: string
  signedInAt: Date
  lastActiveAt: Date
}

export interface Sessions extends SessionStore {
  /** Returns the public ID of a session. It cannot be used to sign in. */
  idOf(sessionId: string): string
  /** Returns the given session IDs that have neither ended nor expired. */
  activeAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Lists a user's sessions, the latest sign-in first. */
  ofUser(userId: number): Promise<OwnSession[]>
  /** Ends a session of a user, or all of the user's sessions. Returns their number. */
  end(session: { userId: number; id?: string }): Promise<number>
  removeExpired(): Promise<void>
}

interface SignedInRow {
  readonly idHash: string
  readonly signedInAt: Date
}

/** Stores sessions in the database under hashes of their IDs. */
export function createSessions({ orm, issuer, now }: Options): Sessions {
  const isUserOfSession = and(eq(users.id, sessions.userId), or(isNull(users.issuer), eq(users.issuer, issuer)))
  const isActive = () => gt(sessions.expiresAt, now())

  /**
   * Saves a session without extending it, because only the sign-in decides when a session expires. A request in progress cannot
   * revive an ended session.
   */
  async function save(sessionId: string, { cookie, user, device, pendingSignIn }: Session): Promise<void> {
    const idHash = computeHash(sessionId)
    const isThis = eq(sessions.idHash, idHash)
    const data = { cookie, user, device, pendingSignIn }
    const at = now()
    if (!user) {
      const values = { data, expiresAt: new Date(at.getTime() + SIGNING_IN_MS) }
      const onConflict = { target: sessions.idHash, set: values, setWhere: isNull(sessions.signedInAt) }
      await orm
        .insert(sessions)
        .values({ idHash, ...values })
        .onConflictDoUpdate(onConflict)
      return
    }
    const times = { signedInAt: at, lastActiveAt: at }
    const begun = await orm
      .update(sessions)
      .set({ data, userId: user.id, ...times, expiresAt: sessionEnd(times) })
      .where(and(isThis, isNull(sessions.signedInAt)))
      .returning()
    if (begun.length === 0) await orm.update(sessions).set({ data }).where(isThis)
  }

  async function read(sessionId: string): Promise<Session | null> {
    const { id, email, name, adminGroups } = users
    const { data, idHash, signedInAt, lastActiveAt } = sessions
    const [row] = await orm
      .select({
        data,
        session: { idHash, signedInAt, lastActiveAt },
        user: { id, email, name, adminGroups },
      })
      .from(sessions)
      .leftJoin(users, isUserOfSession)
      .where(and(eq(idHash, computeHash(sessionId)), isActive()))
    if (!row) return null
    const { user: _, ...anonymous } = row.data as Session
    const { signedInAt: at, lastActiveAt: activeAt } = row.session
    if (!row.user || !at) return anonymous
    if (isRenewalDue({ lastActiveAt: activeAt, now: now() }))
      await renew({ idHash: row.session.idHash, signedInAt: at }, row.user.id)
    return { ...anonymous, user: row.user }
  }

  async function renew({ idHash, signedInAt }: SignedInRow, userId: number): Promise<void> {
    const renewed = {
      userId,
      signedInAt,
      lastActiveAt: now(),
    }
    const values = { ...renewed, expiresAt: sessionEnd(renewed) }
    await orm.update(sessions).set(values).where(eq(sessions.idHash, idHash))
  }

  async function remove(sessionId: string): Promise<void> {
    await orm.delete(sessions).where(eq(sessions.idHash, computeHash(sessionId)))
  }

  return {
    set: (sessionId, session, done) => void save(sessionId, session).then(() => done(), done),
    get: (sessionId, done) => void read(sessionId).then((session) => done(null, session), done),
    destroy: (sessionId, done) => void remove(sessionId).then(() => done(), done),
    idOf: computeHash,
    async activeAmong(sessionIds) {
      const sessionIdsByHash = new Map(sessionIds.map((sessionId) => [computeHash(sessionId), sessionId]))
      const rows = await orm
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .innerJoin(users, isUserOfSession)
        .where(and(isInList(sessions.idHash, sessionIdsByHash.keys()), isActive()))
      return new Set(rows.map(({ idHash }) => sessionIdsByHash.get(idHash)).filter((id) => id !== undefined))
    },
    async ofUser(userId) {
      const rows = await orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isActive()))
        .orderBy(desc(sessions.signedInAt))
      return rows.flatMap(({ idHash, data, signedInAt, lastActiveAt }) => {
        if (signedInAt === null || lastActiveAt === null) return []
        const { browser = '', address = '' } = (data as Session).device ?? {}
        return [{ id: idHash, browser, address, signedInAt, lastActiveAt }]
      })
    },
    async end({ userId, id }) {
      const isNamed = id === undefined ? undefined : eq(sessions.idHash, id)
      return orm.transaction(async (tx) => {
        const ended = await tx
          .delete(sessions)
          .where(and(eq(sessions.userId, userId), isNamed))
          .returning()
        const browsers = ended.map(({ data }) => (data as Session).device?.browser ?? '')
        if (ended.length > 0) await recordActivity(tx, { names: browsers, count: ended.length })
        return ended.length
      })
    },
    async removeExpired() {
      await orm.delete(sessions).where(lte(sessions.expiresAt, now()))
    },
  }
}

function computeHash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}
