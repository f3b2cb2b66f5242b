import { eq } from 'drizzle-orm'
import type { Lending, MyAccess } from '#contract/access.ts'
import { api } from '#contract/api.ts'
import { fieldChanges } from '#server/activity/field-changes.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import { filesIn } from '#server/auth/sheets-access.ts'
import type { SignIn } from '#server/auth/sign-in.ts'
import type { SignedInUser } from '#server/auth/users.ts'
import type { Config } from '#server/config/config.ts'
import { classifyAccess } from '#server/google/access-grants.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import type { Orm } from '#server/storage/database.ts'
import { users } from '#server/storage/schema.ts'

type AccessContext = Pick<Context, 'accessGrants' | 'config' | 'connection' | 'database' | 'userTokens'> & {
  signIn: SignIn
}

/** Handlers for the access that tasks have to the signed-in user's spreadsheets. */
export function accessHandlers(context: AccessContext): Handler[] {
  const { accessGrants, config, connection, database, userTokens, signIn } = context

  async function present({ id, email }: SignedInUser): Promise<MyAccess> {
    const [user] = await database.orm.select({ lending: users.lending }).from(users).where(eq(users.id, id))
    const stored = accessGrants && (await userTokens.find(email))
    return {
      state: accessGrants && (await offersAccess()) ? classifyAccess(stored) : 'unavailable',
      files: (stored && filesIn(stored.scopes)) ?? null,
      picker: accessGrants ? pickerSettings(config.signIn) : null,
      connected_at: stored?.obtainedAt.toISOString() ?? null,
      last_used_at: stored?.lastUsedAt?.toISOString() ?? null,
      lending: user?.lending ?? 'own_tasks',
      shared_account: connection.current.sharedAccount?.name ?? null,
    }
  }

  /** Assumes that a provider that does not respond offers access. */
  const offersAccess = () => signIn.offersAccess('all').catch(() => true)

  return [
    handler(api.access.get, ({ caller }) => present(caller)),
    handler(api.access.update, async ({ body, caller }) => {
      await changeLending(database.orm, { caller, lending: body.lending })
      return { status: 'success', message: lendingMessages[body.lending] }
    }),
    handler(api.access.disconnect, async ({ caller }) => {
      const result = await accessGrants?.disconnect(caller.email)
      return outcomes[result ?? 'none']
    }),
  ]
}

function pickerSettings(signIn: Config['signIn']): MyAccess['picker'] {
  if (signIn.provider === 'embedded' || !signIn.picker) return null
  const { apiKey, projectNumber } = signIn.picker
  return { api_key: apiKey, project_number: projectNumber, client_id: signIn.clientId }
}

async function changeLending(orm: Orm, { caller, lending }: { caller: SignedInUser; lending: Lending }): Promise<void> {
  await orm.transaction(async (tx) => {
    const isCaller = eq(users.id, caller.id)
    const [before] = await tx.select({ lending: users.lending }).from(users).where(isCaller).for('no key update')
    await tx.update(users).set({ lending }).where(isCaller)
    const changes = fieldChanges({ before: { lending: before?.lending }, after: { lending } })
    if (changes.length > 0) await recordActivity(tx, { subject: caller.email, count: 1, changes })
  })
}

const lendingMessages: Readonly<Record<Lending, string>> = {
  nobody: 'No task uses your access.',
  own_tasks: 'Only your own tasks use your access.',
  everyone: 'Any task may use your access.',
}

const outcomes = {
  revoked: { status: 'success', message: 'Your spreadsheets are disconnected.' },
  none: { status: 'success', message: 'Your spreadsheets are disconnected.' },
  unsupported: {
    status: 'warning',
    message: 'Your access was deleted here. Revoke it in your account at the sign-in provider too.',
  },
  unreachable: {
    status: 'warning',
    message:
      'Your access was deleted here, but the sign-in provider did not respond. Revoke it in your account there too.',
  },
} as const
