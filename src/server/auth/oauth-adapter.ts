import { createHash } from 'node:crypto'
import { and, desc, eq, exists, gt, inArray, isNull, lte, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Adapter, AdapterPayload } from 'oidc-provider/lib/provider.js'
import { DAY_MS, SECOND_MS } from '#domain/time.ts'
import { actAs } from '#server/activity/acting.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { apiTokens, oauthRecords, users } from '#server/storage/schema.ts'

/** Maximum clients without a grant. Above it, the oldest clients are deleted. */
const MAX_UNUSED_CLIENTS = 1000
/** Time to keep a client after its registration or last grant, longer than the lifetime of a grant. */
const CLIENT_MS = 100 * DAY_MS
/** Time within which a used refresh token still works. */
const REUSE_MS = 30 * SECOND_MS
/** Kinds of records with a secret ID. Only the holder stores the ID. */
const SECRET_KINDS: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

interface Options {
  orm: Orm
  now: () => Date
}

/** Stores records of the OAuth server in the database, so any node can continue a sign-in of an assistant. */
export function createOauthAdapter({ orm, now }: Options): (kind: string) => Adapter {
  return (kind) => {
    const isThis = (id: string) => and(eq(oauthRecords.kind, kind), eq(oauthRecords.idHash, computeHash(id)))

    async function read(condition: SQL | undefined): Promise<AdapterPayload | undefined> {
      const [row] = await orm
        .select({ payload: oauthRecords.payload })
        .from(oauthRecords)
        .where(and(eq(oauthRecords.kind, kind), gt(oauthRecords.expiresAt, now()), condition))
      return row?.payload
    }

    /**
     * Whether a repeated use is legitimate. Several windows of an assistant refresh at once, and a window retries if the reply
     * was lost.
     */
    const isRetried = ({ consumed = 0 }: AdapterPayload) => now().getTime() - consumed * SECOND_MS < REUSE_MS

    return {
      async upsert(id, { jti, ...payload }, expiresInSeconds) {
        const lifetimeMs = expiresInSeconds === undefined ? CLIENT_MS : expiresInSeconds * SECOND_MS
        const { grantId = null, uid = null } = payload
        const row = {
          payload: SECRET_KINDS.has(kind) ? payload : { ...payload, jti },
          grantId,
          uid,
          expiresAt: new Date(now().getTime() + lifetimeMs),
        }
        await orm
          .insert(oauthRecords)
          .values({ kind, idHash: computeHash(id), ...row })
          .onConflictDoUpdate({ target: [oauthRecords.kind, oauthRecords.idHash], set: row })
        if (kind === 'Client') await removeOldestUnused(orm)
      },
      async find(id) {
        const payload = await read(kind === 'Grant' ? and(isThis(id), isListed(orm, id)) : isThis(id))
        if (payload && kind === 'RefreshToken' && isRetried(payload)) delete payload.consumed
        return payload && { ...payload, jti: id }
      },
      findByUid: (uid) => read(eq(oauthRecords.uid, uid)),
      findByUserCode: async () => undefined,
      async consume(id) {
        const consumed = Math.floor(now().getTime() / SECOND_MS)
        // Keep the time of the first use.
        const payload = sql`jsonb_build_object('consumed', ${consumed}::bigint) || ${oauthRecords.payload}`
        await orm.update(oauthRecords).set({ payload }).where(isThis(id))
      },
      async destroy(id) {
        await orm.delete(oauthRecords).where(isThis(id))
        if (kind === 'Grant') await endGrant({ orm, now }, id)
      },
      async revokeByGrantId(grantId) {
        await orm.delete(oauthRecords).where(and(eq(oauthRecords.kind, kind), eq(oauthRecords.grantId, grantId)))
      },
    }
  }
}

/** Whether a grant is listed as an API token. A grant ends once its owner revokes it there. */
function isListed(orm: Orm, grantId: string): SQL {
  const listed = orm.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.grantId, grantId))
  return exists(listed)
}

/** Ends a grant that its assistant returned, or whose refresh token or code was used twice. */
async function endGrant({ orm, now }: Options, grantId: string): Promise<void> {
  await orm.transaction(async (tx) => {
    const [ended] = await tx.delete(apiTokens).where(eq(apiTokens.grantId, grantId)).returning()
    if (!ended) return
    const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, ended.userId))
    const { name } = ended
    const origin = { who: owner?.email ?? '', origin: 'token', tokenName: name } as const
    const acting = { kind: 'token_revoked', ...origin, at: now() } as const
    await actAs(acting, () => recordActivity(tx, { subject: name, count: 1 }))
  })
}

/** Makes room for new clients, so nobody can block them by registering many clients. */
async function removeOldestUnused(orm: Orm): Promise<void> {
  // For a client registered by an earlier version, only its grants show whether it is in use.
  const grants = alias(oauthRecords, 'grants')
  const isOfClient = eq(sql`${grants.payload} ->> 'clientId'`, sql`${oauthRecords.payload} ->> 'client_id'`)
  const clientGrants = orm
    .select({ idHash: grants.idHash })
    .from(grants)
    .where(and(eq(grants.kind, 'Grant'), isOfClient))
  const isUnused = and(eq(oauthRecords.kind, 'Client'), isNull(oauthRecords.grantId), notExists(clientGrants))
  const oldest = orm
    .select({ idHash: oauthRecords.idHash })
    .from(oauthRecords)
    .where(isUnused)
    .orderBy(desc(oauthRecords.expiresAt))
    .offset(MAX_UNUSED_CLIENTS)
  await orm.delete(oauthRecords).where(and(isUnused, inArray(oauthRecords.idHash, oldest)))
}

/** Keeps a client after its grant, and names the grant in its record. */
export async function keepClient(
  { orm, now }: Options,
  { id: grantId, clientId }: { id: string; clientId: string },
): Promise<void> {
  const expiresAt = new Date(now().getTime() + CLIENT_MS)
  const isClient = and(eq(oauthRecords.kind, 'Client'), eq(oauthRecords.idHash, computeHash(clientId)))
  await orm.update(oauthRecords).set({ expiresAt, grantId }).where(isClient)
}

/** Marks an ID as used. Returns whether it was unused before. */
export type UseMarks = (id: string) => Promise<boolean>

/** Marks confirmations of tools as used on all nodes, for as long as the confirmations are valid. */
export function createUseMarks({ orm, now, lifetimeMs }: Options & { lifetimeMs: number }): UseMarks {
  return async (id) => {
    const expiresAt = new Date(now().getTime() + lifetimeMs)
    const row = { kind: 'UsedConfirmation', idHash: computeHash(id), payload: {}, expiresAt }
    const marked = await orm
      .insert(oauthRecords)
      .values(row)
      .onConflictDoNothing()
      .returning({ kind: oauthRecords.kind })
    return marked.length > 0
  }
}

export async function removeExpiredRecords({ orm, now }: Options): Promise<void> {
  await orm.delete(oauthRecords).where(lte(oauthRecords.expiresAt, now()))
}

function computeHash(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
