import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { MAX_TOKENS_PER_USER, TOKEN_PREFIX, TokenScope } from '#contract/api-token.ts'
import { Refusal } from '#contract/errors.ts'
import { settingsPlace } from '#contract/settings-labels.ts'
import { MAX_SESSION_MS } from '#domain/session-lifetime.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { actAs, currentActing } from '#server/activity/acting.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { Orm } from '#server/storage/database.ts'
import { apiTokens, oauthRecords, users } from '#server/storage/schema.ts'
import type { SignedInUser } from './users.ts'

const TOKEN_BYTES = 32
/** Minimum time between two records of a token's use, so few requests write. */
const USE_RECORDED_EVERY_MS = MINUTE_MS
/** Time to keep an expired token, so its refusal still names its last day. */
const KEPT_EXPIRED_MS = 30 * DAY_MS

type TokenRow = typeof apiTokens.$inferSelect

/** User of a token, with its scope. */
export interface TokenHolder {
  user: SignedInUser
  token: Pick<TokenRow, 'id' | 'name' | 'scope'>
}

interface OauthGrant {
  id: string
  clientId: string
}

export interface ApiTokens {
  /** Creates a token and stores its hash. Returns the token for its user to keep. @throws Refusal invalid, conflict */
  create(token: {
    user: SignedInUser
    name: string
    scope: TokenScope
    days: number
    /** OAuth grant whose access tokens stand for the token. It replaces earlier grants of the same client and person. */
    grant?: OauthGrant
  }): Promise<TokenRow & { token: string }>
  /** Lists a user's tokens, newest first. */
  ofUser(userId: number): Promise<TokenRow[]>
  /** Lists everybody else's tokens with their owners' addresses, newest first. */
  ofOthers(userId: number): Promise<(TokenRow & { owner: string })[]>
  revokeAll(userId: number): Promise<void>
  /** Returns whether the token existed. @throws the errors of `requireOwner` */
  revoke(token: { id: number; requireOwner: (owner: string) => void }): Promise<boolean>
  /** Removes tokens 30 days after they expire. */
  removeExpired(): Promise<void>
  /** @throws Refusal unauthenticated for an unknown, revoked or expired token */
  authenticate(token: string): Promise<TokenHolder>
}

interface Options {
  orm: Orm
  /** Sign-in provider in use. People known through another provider must sign in first. */
  issuer: string
  now: () => Date
  /** Reports a new token to its owner, in the transaction of its creation. */
  reportNew: (tx: Orm, token: { owner: string; name: string; scope: TokenScope }) => Promise<void>
}

export function createApiTokens({ orm, issuer, now, reportNew }: Options): ApiTokens {
  /**
   * Locks a person until the transaction ends, so no other transaction adds a token of this person or gives their address to
   * somebody else.
   */
  async function lockOwner(tx: Orm, userId: number): Promise<void> {
    const isOwner = and(eq(users.id, userId), eq(users.issuer, issuer))
    const locked = await tx.select({ id: users.id }).from(users).where(isOwner).for('update')
    if (locked.length === 0) throw new Refusal('unauthenticated', 'Sign in again to create an API token.')
  }

  async function refuseTooMany(tx: Orm, userId: number): Promise<void> {
    const isValid = and(eq(apiTokens.userId, userId), gt(apiTokens.expiresAt, now()))
    if ((await tx.$count(apiTokens, isValid)) < MAX_TOKENS_PER_USER) return
    throw new Refusal('invalid', `You have ${MAX_TOKENS_PER_USER} API tokens. Revoke one that is not used any more.`)
  }

  /** Deletes the expired token with this name, so a new token can use the name. */
  async function freeName(tx: Orm, { userId, name }: { userId: number; name: string }): Promise<void> {
    const isNamed = and(eq(apiTokens.userId, userId), eq(apiTokens.name, name))
    await tx.delete(apiTokens).where(and(isNamed, lte(apiTokens.expiresAt, now())))
  }

  async function endEarlierGrants(tx: Orm, { userId, clientId }: { userId: number; clientId: string }): Promise<void> {
    const { kind, payload } = oauthRecords
    const ids = tx
      .select({ id: sql`${payload} ->> 'jti'` })
      .from(oauthRecords)
      .where(and(eq(kind, 'Grant'), eq(sql`${payload} ->> 'clientId'`, clientId)))
    const isEarlier = and(eq(apiTokens.userId, userId), inArray(apiTokens.grantId, ids))
    await recordRevoked(tx, await tx.delete(apiTokens).where(isEarlier).returning())
  }

  async function recordUse({ id, lastUsedAt }: Pick<TokenRow, 'id' | 'lastUsedAt'>): Promise<void> {
    const at = now()
    const isRecent = lastUsedAt !== null && at.getTime() - lastUsedAt.getTime() < USE_RECORDED_EVERY_MS
    if (isRecent) return
    const isEarlier = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, at))
    await orm
      .update(apiTokens)
      .set({ lastUsedAt: at })
      .where(and(eq(apiTokens.id, id), isEarlier))
  }

  /** Reads a field of an access token issued by the OAuth server; null for any other token. */
  function findAccessToken(token: string, field: SQL | typeof oauthRecords.grantId): SQL<string | null> {
    const isToken = and(eq(oauthRecords.kind, 'AccessToken'), eq(oauthRecords.idHash, computeHash(token)))
    return sql`(select ${field} from ${oauthRecords} where ${and(isToken, gt(oauthRecords.expiresAt, now()))})`
  }

  return {
    async create({ user: { id: userId, email: owner }, name, scope, days, grant }) {
      const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
      const grantId = grant?.id ?? null
      const values = { userId, name, scope, hash: computeHash(token), grantId, createdAt, expiresAt }
      return await orm.transaction(async (tx) => {
        await lockOwner(tx, userId)
        if (grant) {
          // A form submitted twice gets the token of its first submission.
          const isSubmitted = and(eq(apiTokens.userId, userId), eq(apiTokens.grantId, grant.id))
          const [existing] = await tx.select().from(apiTokens).where(isSubmitted)
          if (existing) return { ...existing, token }
          await endEarlierGrants(tx, { userId, clientId: grant.clientId })
        }
        await freeName(tx, { userId, name })
        await refuseTooMany(tx, userId)
        const [row] = await tx.insert(apiTokens).values(values).onConflictDoNothing().returning()
        if (!row) {
          const problem = 'You have an API token with this name. Choose another name.'
          throw new Refusal('conflict', problem, { name: problem })
        }
        await recordActivity(tx, { subject: name, count: 1 })
        await reportNew(tx, { owner, name, scope })
        return { ...row, token }
      })
    },
    ofUser(userId) {
      return orm.select().from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(desc(apiTokens.id))
    },
    async ofOthers(userId) {
      const rows = await orm
        .select({ token: apiTokens, owner: users.email })
        .from(apiTokens)
        .innerJoin(users, eq(users.id, apiTokens.userId))
        .where(ne(apiTokens.userId, userId))
        .orderBy(users.email, desc(apiTokens.id))
      return rows.map(({ token, owner }) => ({ ...token, owner }))
    },
    async revoke({ id, requireOwner }) {
      return await orm.transaction(async (tx) => {
        const [revoked] = await tx.delete(apiTokens).where(eq(apiTokens.id, id)).returning()
        if (!revoked) return false
        const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, revoked.userId))
        requireOwner(owner?.email ?? '')
        await recordActivity(tx, { subject: revoked.name, count: 1 })
        return true
      })
    },
    async revokeAll(userId) {
      await orm.transaction(async (tx) => {
        await recordRevoked(tx, await tx.delete(apiTokens).where(eq(apiTokens.userId, userId)).returning())
      })
    },
    async removeExpired() {
      await orm.delete(apiTokens).where(lte(apiTokens.expiresAt, new Date(now().getTime() - KEPT_EXPIRED_MS)))
    },
    async authenticate(token) {
      const { id, email, name, adminGroups, lastSignInAt } = users
      const accessScope = findAccessToken(token, sql`coalesce(${oauthRecords.payload} ->> 'scope', '')`)
      const [row] = await orm
        .select({ token: apiTokens, user: { id, email, name, adminGroups }, lastSignInAt, accessScope })
        .from(apiTokens)
        .innerJoin(users, and(eq(id, apiTokens.userId), eq(users.issuer, issuer)))
        .where(
          or(
            eq(apiTokens.hash, computeHash(token)),
            eq(apiTokens.grantId, findAccessToken(token, oauthRecords.grantId)),
          ),
        )
      if (!row) throw unusable('is unknown or was revoked')
      if (row.token.expiresAt <= now()) throw unusable(`expired on ${row.token.expiresAt.toISOString().slice(0, 10)}`)
      await recordUse(row.token)
      // A token outlives a session. The provider's statement about a person's groups does not, so old groups are ignored.
      const areGroupsKnown = now().getTime() - row.lastSignInAt.getTime() < MAX_SESSION_MS
      const scope = row.accessScope === null ? row.token.scope : narrowScope(row.token.scope, row.accessScope)
      return {
        token: { ...row.token, scope },
        user: { ...row.user, adminGroups: areGroupsKnown ? row.user.adminGroups : [] },
      }
    },
  }
}

/** Returns the scope of an access token. An assistant may ask for less than its person allowed, for example `read`. */
function narrowScope(scope: TokenScope, asked: string): TokenScope {
  const allowed = TokenScope.options.slice(0, TokenScope.options.indexOf(scope) + 1)
  return allowed.findLast((option) => asked.split(' ').includes(option)) ?? 'read'
}

/** Records tokens revoked as a side effect in Activity. */
async function recordRevoked(tx: Orm, revoked: readonly TokenRow[]): Promise<void> {
  const acting = currentActing()
  if (revoked.length === 0 || !acting) return
  const change = { names: revoked.map(({ name }) => name), count: revoked.length }
  await actAs({ ...acting, kind: 'token_revoked' }, () => recordActivity(tx, change))
}

/** Builds the refusal of an unusable token, with the reason and the fix. */
export function unusable(why: string): Refusal {
  return new Refusal('unauthenticated', `This API token ${why}. Create a new one under ${settingsPlace('apiTokens')}.`)
}

function computeHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
