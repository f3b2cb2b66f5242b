import type { Orm } from '#server/storage/database.ts'
import { users } from '#server/storage/schema.ts'

interface SignIn {
  email: string
  name: string
  at: Date
}

/** Records a sign-in, with the name that the provider gave. */
export async function recordSignIn(orm: Orm, { email, name, at }: SignIn): Promise<void> {
  await orm
    .insert(users)
    .values({ email, name, firstSignInAt: at, lastSignInAt: at })
    .onConflictDoUpdate({ target: users.email, set: { name, lastSignInAt: at } })
}
