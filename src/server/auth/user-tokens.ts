import { and, eq, getTableColumns, isNull, or } from 'drizzle-orm'
import type { Lending } from '#contract/access.ts'
import type { Orm } from '#server/storage/database.ts'
import { users, userTokens } from '#server/storage/schema.ts'
import { filesIn, type GrantedAccess } from './sheets-access.ts'
import type { TokenCipher } from './token-cipher.ts'

interface NewToken {
  email: string
  refreshToken: string
  scopes: string[]
}

export interface StoredToken {
  email: string
  /** Undefined if the provider rejected the token, or if it was encrypted under another session secret. */
  refreshToken: string | undefined
  sealed: string
  /** The scopes the person granted. */
  scopes: string[]
  obtainedAt: Date
  /** Time when the provider first rejected the token; null while it works. */
  revokedAt: Date | null
  lastUsedAt: Date | null
}

export interface Lender {
  readonly userId: number
  readonly lending: Lending
  /** Whether a usable token is stored. */
  readonly hasToken: boolean
}

/** The refresh tokens of users, encrypted at rest. Addresses are in lower case. */
export interface UserTokens {
  /** Replaces the token stored for the address. */
  save(token: NewToken): Promise<void>
  /** Undefined for a user who never granted access. */
  find(email: string): Promise<StoredToken | undefined>
  /** Finds the user with an address; undefined if nobody has signed in with it. */
  findLender(email: string): Promise<Lender | undefined>
  /** Records a use of the access now. */
  recordUse(email: string): Promise<void>
  hasAny(): Promise<boolean>
  /** Stores a new refresh token, unless the stored token has changed since it was read. */
  replace(stored: StoredToken, refreshToken: string): Promise<void>
  /** Marks a token as rejected by the provider; false when the stored token has changed since it was read. */
  revoke(stored: StoredToken): Promise<boolean>
  /** Stores the token of a user under the user's changed address. */
  move(tx: Orm, addresses: { from: string; to: string }): Promise<void>
  /** Returns whether a token existed. */
  remove(tx: Orm, email: string): Promise<boolean>
  /** Lists the addresses of everybody who granted access. */
  emails(): Promise<string[]>
  /** Encrypts old tokens again with the current secret. Returns their number. */
  reencrypt(): Promise<number>
}

interface Options {
  orm: Orm
  cipher: TokenCipher
  /** Sign-in provider in use. Only tokens from this provider are ever sent to it. */
  issuer: string
  now: () => Date
}

export function createUserTokens({ orm, cipher, issuer, now }: Options): UserTokens {
  const isUnchanged = ({ email, sealed }: StoredToken) =>
    and(eq(userTokens.email, email), eq(userTokens.sealed, sealed))

  return {
    async save({ email, refreshToken, scopes }) {
      const sealed = cipher.seal({ token: refreshToken, owner: email })
      const token = { sealed, scopes, obtainedAt: now(), revokedAt: null }
      await orm
        .insert(userTokens)
        .values({ email, ...token })
        .onConflictDoUpdate({ target: userTokens.email, set: token })
    },
    async find(email) {
      const [row] = await orm
        .select(getTableColumns(userTokens))
        .from(userTokens)
        .leftJoin(users, eq(users.email, userTokens.email))
        .where(and(eq(userTokens.email, email), or(isNull(users.issuer), eq(users.issuer, issuer))))
      if (!row) return undefined
      const { sealed, scopes, obtainedAt, revokedAt, lastUsedAt } = row
      return {
        email,
        sealed,
        scopes,
        obtainedAt,
        revokedAt,
        lastUsedAt,
        refreshToken: revokedAt ? undefined : cipher.open({ sealed, owner: email }),
      }
    },
    async findLender(email) {
      const [row] = await orm
        .select({ userId: users.id, lending: users.lending, token: userTokens.email, revokedAt: userTokens.revokedAt })
        .from(users)
        .leftJoin(userTokens, eq(users.email, userTokens.email))
        .where(eq(users.email, email))
      return row && { userId: row.userId, lending: row.lending, hasToken: row.token !== null && row.revokedAt === null }
    },
    async recordUse(email) {
      await orm.update(userTokens).set({ lastUsedAt: now() }).where(eq(userTokens.email, email))
    },
    async hasAny() {
      const rows = await orm.select({ email: userTokens.email }).from(userTokens).limit(1)
      return rows.length > 0
    },
    async replace(stored, refreshToken) {
      const sealed = cipher.seal({ token: refreshToken, owner: stored.email })
      await orm.update(userTokens).set({ sealed, obtainedAt: now() }).where(isUnchanged(stored))
    },
    async revoke(stored) {
      const isFirst = and(isUnchanged(stored), isNull(userTokens.revokedAt))
      const revoked = await orm.update(userTokens).set({ revokedAt: now() }).where(isFirst).returning()
      return revoked.length > 0
    },
    async move(tx, { from, to }) {
      const [row] = await tx.delete(userTokens).where(eq(userTokens.email, from)).returning()
      if (!row) return
      const token = cipher.open({ sealed: row.sealed, owner: from })
      if (token === undefined) return
      await tx.insert(userTokens).values({ ...row, email: to, sealed: cipher.seal({ token, owner: to }) })
    },
    async remove(tx, email) {
      const removed = await tx
        .delete(userTokens)
        .where(eq(userTokens.email, email))
        .returning({ email: userTokens.email })
      return removed.length > 0
    },
    async emails() {
      const rows = await orm.select({ email: userTokens.email }).from(userTokens).orderBy(userTokens.email)
      return rows.map(({ email }) => email)
    },
    async reencrypt() {
      const { email, sealed } = userTokens
      let count = 0
      for (const row of await orm.select({ email, sealed }).from(userTokens)) {
        const resealed = cipher.reseal({ sealed: row.sealed, owner: row.email })
        if (resealed === undefined) continue
        const isRow = and(eq(email, row.email), eq(sealed, row.sealed))
        count += (await orm.update(userTokens).set({ sealed: resealed }).where(isRow).returning()).length
      }
      return count
    },
  }
}

/** Stores the access a user granted. Returns whether it includes spreadsheets at all. */
export async function saveAccess(
  tokens: UserTokens,
  { email, access }: { email: string; access: GrantedAccess },
): Promise<boolean> {
  const { refreshToken, scopes } = access
  if (refreshToken === undefined || filesIn(scopes) === undefined) return false
  await tokens.save({ email, refreshToken, scopes })
  return true
}
