import { Refusal } from '#contract/errors.ts'
import { pauses } from '#contract/pause.ts'
import { describePause, findPauseEndProblem, isPausedAt, type Pause, parsePauseEnd } from '#domain/schedule/pause.ts'
import type { Context } from '#server/http/context.ts'
import { type Handler, handler } from '#server/http/handler.ts'
import { endPause, readPause, setPause } from '#server/runs/pause.ts'

/** Handlers for pausing everything until a time, and for ending the pause. */
export function pauseHandlers({
  config,
  database: { orm },
  queue,
  now,
}: Pick<Context, 'config' | 'database' | 'queue' | 'now'>): Handler[] {
  const { timezone } = config.schedule

  async function presentState(): Promise<{ pause: ReturnType<typeof present> | null }> {
    const pause = await readPause(orm)
    return { pause: pause && isPausedAt(pause, now()) ? present(pause) : null }
  }

  function parseEnd(text: string): Date {
    const until = parsePauseEnd(text, timezone)
    const problem = findPauseEndProblem(until, now())
    if (problem !== undefined) throw new Refusal('invalid', problem, { until: problem })
    return until
  }

  return [
    handler(pauses.get, presentState),
    handler(pauses.set, async ({ body, caller }) => {
      const pause = { since: now(), until: parseEnd(body.until), setBy: caller.email }
      await setPause(orm, pause)
      await queue.wake()
      const message = `${describePause(pause, timezone)}. Runs that have started go on.`
      return { status: 'success', message, ...(await presentState()) } as const
    }),
    handler(pauses.end, async () => {
      if (!(await endPause(orm, now())))
        return { status: 'warning', message: 'Nothing is paused.', pause: null } as const
      await queue.wake()
      return { status: 'success', message: 'The pause has ended. Waiting runs start.', pause: null } as const
    }),
  ]
}

function present({ since, until, setBy }: Pause) {
  return { since: since.toISOString(), until: until.toISOString(), set_by: setBy }
}
