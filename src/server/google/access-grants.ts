import type { Logger } from 'pino'
import type { MyAccess } from '#contract/access.ts'
import { HOUR_MS } from '#domain/time.ts'
import { recordActivity } from '#server/activity/record-activity.ts'
import type { StoredToken, UserTokens } from '#server/auth/user-tokens.ts'
import { isAllowed } from '#server/config/is-allowed.ts'
import { every } from '#server/pace/every.ts'
import type { Orm } from '#server/storage/database.ts'
import { appendTaskLogs } from '#server/task-logs/task-logs.ts'
import { taskIdsUsingAccess } from '#server/tasks/tasks-using-access.ts'
import type { RevokeAccess } from './revoke-access.ts'

const SWEEP_MS = HOUR_MS
/** Maximum grants revoked in a sweep. Each revocation is a request to the provider. */
const MAX_REVOKED_PER_SWEEP = 100

export interface AccessGrants extends AsyncDisposable {
  /** Deletes a user's token after trying to revoke it at the provider; returns the result of the revocation. */
  disconnect(email: string): Promise<'revoked' | 'unsupported' | 'unreachable' | 'none'>
}

interface Options {
  orm: Orm
  userTokens: UserTokens
  revokeAccess: RevokeAccess
  allowedEmails: readonly string[]
  hasSharedAccount: () => boolean
  logger: Logger
  now: () => Date
}

/** Returns the state of a person's access, as the app shows it to the person. */
export function classifyAccess(stored: StoredToken | undefined): MyAccess['state'] {
  if (!stored) return 'not_connected'
  return stored.refreshToken === undefined ? 'expired' : 'connected'
}

/**
 * Revokes access to spreadsheets when its owner asks for it. At startup and every hour, a sweep revokes the access of people
 * who may no longer sign in. Disposing waits for the request in progress.
 */
export function startAccessGrants(options: Options): AccessGrants {
  const { userTokens, revokeAccess, logger } = options
  const stopping = new AbortController()

  async function disconnect(email: string) {
    const stored = await userTokens.find(email)
    const token = stored?.refreshToken
    const result = token === undefined ? 'none' : await revokeAccess(token)
    await options.orm.transaction(async (tx) => {
      if (await userTokens.remove(tx, email)) await recordActivity(tx, { subject: email, count: 1 })
    })
    logger.info({ email, result }, 'Access to spreadsheets deleted')
    return result
  }

  async function endAccess(email: string): Promise<void> {
    const stored = await userTokens.find(email)
    const token = stored?.refreshToken
    const result = token === undefined ? 'none' : await revokeAccess(token)
    // No task uses the access meanwhile, and the next sweep tries again.
    if (result === 'unreachable') return logger.warn({ email }, 'Access of a removed person could not be revoked')
    if (!(await userTokens.remove(options.orm, email))) return
    logger.warn({ email, result }, 'Access of a removed person revoked and deleted')
    await logToTasks(email, options)
  }

  async function sweep(): Promise<void> {
    const emails = await userTokens.emails()
    const removed = emails.filter((email) => !isAllowed(email, options.allowedEmails))
    for (const email of removed.slice(0, MAX_REVOKED_PER_SWEEP)) {
      if (stopping.signal.aborted) return
      await endAccess(email)
    }
  }

  const onError = (err: unknown) => logger.warn({ err }, 'Could not end the access of removed people')
  const sweeps = every(SWEEP_MS, { work: sweep, onError })
  void sweeps.runNow()

  return {
    disconnect,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await sweeps[Symbol.asyncDispose]()
    },
  }
}

async function logToTasks(email: string, { orm, hasSharedAccount, now }: Options): Promise<void> {
  const taskIds = await taskIdsUsingAccess(orm, { email, hasSharedAccount: hasSharedAccount() })
  const message = `${email} may no longer sign in here, so their Google access was revoked and deleted, and this task can no longer use it. List another account in the task, or have someone else edit the task.`
  const line = { runId: null, level: 'WARNING', message, at: now() } as const
  await appendTaskLogs(
    orm,
    taskIds.map((taskId) => ({ taskId, ...line })),
  )
}
