import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import type { Orm } from '#server/storage/database.ts'
import { offboardPeople } from './offboarding.ts'

const SWEEP_MS = HOUR_MS

export interface Offboarding extends AsyncDisposable {
  /** Checks again, because a person or their address has changed. */
  sweep(): Promise<void>
}

interface Options {
  orm: Orm
  allowedEmails: readonly string[]
  logger: Logger
  now: () => Date
}

/** Offboards people who may no longer sign in, now and every hour, because another node may have other settings. */
export async function watchOffboarding({ orm, allowedEmails, logger, now }: Options): Promise<Offboarding> {
  async function work(): Promise<void> {
    const people = await offboardPeople(orm, { allowedEmails, now: now() })
    if (people.length > 0) logger.warn({ people }, 'Tasks and alert channels of removed people stopped')
  }
  const onError = (err: unknown) => logger.warn({ err }, 'Could not stop the tasks of removed people')
  const sweeps = every(SWEEP_MS, { work, onError })
  await sweeps.runNow()
  return { sweep: sweeps.runNow, [Symbol.asyncDispose]: sweeps[Symbol.asyncDispose] }
}
