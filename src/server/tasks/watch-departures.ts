import type { Logger } from 'pino'
import { HOUR_MS } from '#domain/time.ts'
import type { Orm } from '#server/storage/database.ts'
import { endForDeparted } from './departed-people.ts'

const SWEEP_MS = HOUR_MS

export interface Departures extends AsyncDisposable {
  /** Looks again, because a person or their address changed. */
  sweep(): Promise<void>
}

interface Options {
  orm: Orm
  allowedEmails: readonly string[]
  logger: Logger
  now: () => Date
}

/** Ends what goes on in the name of people who may no longer sign in, now and every hour: another node may have other settings. */
export async function watchDepartures({ orm, allowedEmails, logger, now }: Options): Promise<Departures> {
  let working = Promise.resolve()
  const sweep = () => {
    working = working
      .then(async () => {
        const people = await endForDeparted(orm, { allowedEmails, now: now() })
        if (people.length > 0) logger.warn({ people }, 'Tasks and alert channels of removed people stopped')
      })
      .catch((err: unknown) => logger.warn({ err }, 'Could not stop the tasks of removed people'))
    return working
  }
  await sweep()
  const timer = setInterval(() => void sweep(), SWEEP_MS).unref()
  return {
    sweep,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await working
    },
  }
}
