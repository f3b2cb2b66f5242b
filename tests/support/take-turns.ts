import type { Scheduler } from 'fast-check'

/** Waits for this party's next turn. */
export type Turn = () => Promise<void>

/**
 * Runs the parties in turns until they end. A party continues until it asks for its next turn, and the scheduler chooses the
 * next party. The interleaving of database calls then depends only on the scheduler's seed.
 */
export async function takeTurns(scheduler: Scheduler, parties: readonly ((turn: Turn) => Promise<void>)[]) {
  let busy = parties.length
  let quiet = Promise.withResolvers<void>()

  function rest(): void {
    busy -= 1
    if (busy === 0) quiet.resolve()
  }

  async function turn(): Promise<void> {
    rest()
    await scheduler.schedule(Promise.resolve())
  }

  const ended = Promise.all(
    parties.map(async (party) => {
      await turn()
      await party(turn).finally(rest)
    }),
  )
  // The promise is awaited below, after the other parties have ended too.
  ended.catch(() => undefined)
  await quiet.promise
  while (scheduler.count() > 0) {
    busy = 1
    quiet = Promise.withResolvers()
    await scheduler.waitNext(1)
    await quiet.promise
  }
  await ended
}
