import type { Logger } from 'pino'
import { SECOND_MS } from '#domain/time.ts'
import { every } from '#server/pace/every.ts'
import { correctTimes } from '#server/storage/correct-times.ts'
import type { Orm } from '#server/storage/database.ts'
import type { DatabaseClock } from '#server/storage/database-clock.ts'

const CHECK_MS = SECOND_MS
/** Minimum jump to correct. A smaller jump comes from slewing or a new measurement. */
const MIN_JUMP_MS = 2 * SECOND_MS

interface Options extends Omit<Parameters<typeof correctTimes>[1], 'now'> {
  orm: Orm
  logger: Logger
  clock: Pick<DatabaseClock, 'now' | 'nowInStatement'>
}

/** Corrects stored times at startup, and whenever the clock is set back while the app runs. */
export async function watchClock({ orm, logger, clock, ...lengths }: Options): Promise<AsyncDisposable> {
  /** Offset between the clock and the process's monotonic time. Nobody can set the monotonic time. */
  const offset = () => clock.now().getTime() - performance.now()
  let lastOffset = offset()

  async function correct(): Promise<void> {
    const tables = await correctTimes(orm, { now: clock.nowInStatement(), ...lengths })
    if (tables.length > 0) logger.warn({ tables }, 'Set times right that were stored while the clock was ahead')
  }

  /** Corrects times after a jump. The jump is only forgotten once the times are corrected. */
  async function check(): Promise<void> {
    const current = offset()
    if (current < lastOffset - MIN_JUMP_MS) await correct()
    lastOffset = current
  }

  await correct()
  const onError = (err: unknown) => logger.warn({ err }, 'Could not set stored times right; trying again')
  return every(CHECK_MS, { work: check, onError })
}
