import { and, eq, isNull } from 'drizzle-orm'
import type { Orm } from '#server/storage/database.ts'
import { userTokens } from '#server/storage/schema.ts'
import type { TokenCipher } from './token-cipher.ts'

interface NewToken {
  email: string
  refreshToken: string
  scopes: string[]
}

export interface KeptToken {
  email: string
  /** Undefined when the provider refused it, or when it was kept under another session secret. */
  refreshToken: string | undefined
  sealed: string
}

/** The refresh tokens of people who signed in, encrypted at rest; addresses are in lower case. */
export interface UserTokens {
  /** Takes the place of what was kept for the address. */
  keep(token: NewToken): Promise<void>
  /** Undefined for an address that never gave a token. */
  find(email: string): Promise<KeptToken | undefined>
  hasAny(): Promise<boolean>
  /** Puts a new token in the place of a kept one, unless another has taken it meanwhile. */
  replace(kept: KeptToken, refreshToken: string): Promise<void>
  /** Marks a kept token as refused by the provider; false when another has taken its place meanwhile. */
  revoke(kept: KeptToken): Promise<boolean>
}

interface Options {
  orm: Orm
  cipher: TokenCipher
  now: () => Date
}

export function createUserTokens({ orm, cipher, now }: Options): UserTokens {
  const isStill = ({ email, sealed }: KeptToken) => and(eq(userTokens.email, email), eq(userTokens.sealed, sealed))

  return {
    async keep({ email, refreshToken, scopes }) {
      const sealed = cipher.seal({ token: refreshToken, owner: email })
      const token = { sealed, scopes, obtainedAt: now(), revokedAt: null }
      await orm
        .insert(userTokens)
        .values({ email, ...token })
        .onConflictDoUpdate({ target: userTokens.email, set: token })
    },
    async find(email) {
      const [row] = await orm.select().from(userTokens).where(eq(userTokens.email, email))
      if (!row) return undefined
      const { sealed, revokedAt } = row
      return { email, sealed, refreshToken: revokedAt ? undefined : cipher.open({ sealed, owner: email }) }
    },
    async hasAny() {
      const rows = await orm.select({ email: userTokens.email }).from(userTokens).limit(1)
      return rows.length > 0
    },
    async replace(kept, refreshToken) {
      const sealed = cipher.seal({ token: refreshToken, owner: kept.email })
      await orm.update(userTokens).set({ sealed, obtainedAt: now() }).where(isStill(kept))
    },
    async revoke(kept) {
      const isFirst = and(isStill(kept), isNull(userTokens.revokedAt))
      const marked = await orm.update(userTokens).set({ revokedAt: now() }).where(isFirst).returning()
      return marked.length > 0
    },
  }
}
