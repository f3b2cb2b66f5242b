import { and, eq } from 'drizzle-orm'
import type { User } from '#contract/auth.ts'
import { lockSignIns } from '#server/storage/advisory-locks.ts'
import type { Orm } from '#server/storage/database.ts'
import { sessions, users } from '#server/storage/schema.ts'
import { type EndChannels, endFormerIdentity } from './end-former-identity.ts'
import type { Identity } from './identity.ts'
import { moveAddress } from './move-address.ts'
import type { UserTokens } from './user-tokens.ts'

/** A user who has signed in. The ID stays the same when the address changes. */
export interface SignedInUser extends User {
  readonly id: number
  /** Administrator groups of the user, as named by the provider at the last sign-in. */
  readonly adminGroups: readonly string[]
}

interface SignIn {
  identity: Pick<Identity, 'subject' | 'email' | 'name'> & { adminGroups: readonly string[] }
  issuer: string
  /** The IP address of the browser. */
  clientAddress: string
  at: Date
}

interface Parts {
  userTokens: UserTokens
  endChannels: EndChannels
}

type UserRow = typeof users.$inferSelect
type AddressParts = Parts & { tx: Orm }

/**
 * Records a sign-in with the address and name from the provider. A person is identified by issuer and subject, so tasks and
 * access follow the person to a new address. They do not pass to the next owner of the old address.
 */
export async function recordSignIn(
  { orm, ...others }: Parts & { orm: Orm },
  { identity, issuer, clientAddress, at }: SignIn,
): Promise<SignedInUser> {
  const { subject, email, name, adminGroups } = identity
  return await orm.transaction(async (tx) => {
    await lockSignIns(tx)
    const parts = { ...others, tx }
    const [known] = await tx
      .select()
      .from(users)
      .where(and(eq(users.issuer, issuer), eq(users.subject, subject)))
    if (known?.email !== email) {
      await takeAddress(parts, { email, issuer, clientAddress, at, hasOtherRow: known !== undefined })
      if (known) await moveAddress(parts, { from: known.email, to: email })
    }
    const signedIn = { issuer, subject, name, adminGroups: [...adminGroups], lastSignInAt: at }
    const [user] = await tx
      .insert(users)
      .values({ email, ...signedIn, firstSignInAt: at })
      .onConflictDoUpdate({ target: users.email, set: signedIn })
      .returning({ id: users.id, email: users.email, name: users.name, adminGroups: users.adminGroups })
    if (!user) throw new Error('The sign-in was not stored')
    return user
  })
}

/** Frees an address held by another row, for a person who proved to own it. */
async function takeAddress(
  parts: AddressParts,
  { email, issuer, hasOtherRow, ...circumstances }: Omit<SignIn, 'identity'> & { email: string; hasOtherRow: boolean },
): Promise<void> {
  const { tx } = parts
  const [holder] = await tx.select().from(users).where(eq(users.email, email))
  if (!holder) return
  await endSessions(tx, holder)
  if (holder.issuer === issuer) {
    await moveAddress(parts, { from: email, to: formerAddress(holder) })
    return
  }
  // The holder is only known by address, or through a provider no longer in use. Only the address identifies the person.
  if (holder.issuer !== null || hasOtherRow) await endFormerIdentity(parts, { holder, ...circumstances })
  if (hasOtherRow) await tx.delete(users).where(eq(users.email, email))
}

/**
 * Builds a placeholder for a lost address. Nobody can sign in with it. It contains the ID, because an address can change hands
 * more than once.
 */
function formerAddress({ email, id }: UserRow): string {
  return `${email}(former-${id})`
}

async function endSessions(tx: Orm, { id }: UserRow): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, id))
}

/** Whether a signed-in user is the person the provider now describes. */
export async function isSamePerson(
  orm: Orm,
  { id, issuer, subject }: { id: number; issuer: string; subject: string },
): Promise<boolean> {
  const isUser = and(eq(users.id, id), eq(users.issuer, issuer), eq(users.subject, subject))
  return (await orm.$count(users, isUser)) > 0
}
