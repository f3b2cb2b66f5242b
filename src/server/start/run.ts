import { inspect } from 'node:util'
import { SECOND_MS } from '#domain/time.ts'
import { describeVersion } from '#server/config/app-version.ts'
import { readConfig } from '#server/config/config.ts'
import { createSourcePositions } from '#server/logs/source-positions.ts'
import { applyProxyAndCertificates } from './outgoing-requests.ts'
import type { App } from './start.ts'
import { isExplained } from './start-error.ts'
import type { StartOptions } from './start-options.ts'
import { startWithDatabase } from './start-with-database.ts'

/** Maximum time for stopping. A supervisor should never have to kill this process because something does not respond. */
const STOP_DEADLINE_MS = 30 * SECOND_MS

/** Runs the app until a signal ends it. Prints messages for the user who started it to the terminal. */
export async function run(options: Pick<StartOptions, 'startEmbedded' | 'checksReplies'> = {}): Promise<void> {
  applyProxyAndCertificates(process.env)
  const app = await startOrExit(options)
  console.log(`Nano Sync is running at ${app.publicUrl}`)
  for (const notice of [describeVersion(), app.mode, ...app.notices]) console.log(notice)

  let isStopping = false
  const stopOnce = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void stop(app)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      app.context.logger.fatal({ err: error }, `Stopping after an ${event}`)
      process.stderr.write(
        `Nano Sync stopped after an unexpected error. The log has the details.\n${describe(error)}\n`,
      )
      process.exit(1)
    })
  }
}

async function startOrExit(options: StartOptions): Promise<App> {
  try {
    return await startWithDatabase(readConfig(process.env, { isOnTerminal: Boolean(process.stdout.isTTY) }), {
      ...options,
      onProgress: (step) => console.log(step),
      onUnrecoverable: exitWith,
    })
  } catch (error) {
    if (isExplained(error)) exitWith(error.message)
    exitWith(`Nano Sync failed to start.\n${describe(error)}`)
  }
}

function exitWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Shuts down gracefully within half a minute after the first signal. A second signal exits immediately. */
async function stop(app: App): Promise<void> {
  console.log('Shutting down: finishing requests and handing back running tasks. Press Ctrl+C again to quit now.')
  const unfinished = `Not everything ended within ${STOP_DEADLINE_MS / SECOND_MS} s. Other nodes resume what this one left.`
  setTimeout(exitWith, STOP_DEADLINE_MS, unfinished).unref()
  try {
    await app[Symbol.asyncDispose]()
  } catch (error) {
    app.context.logger.error({ err: error }, 'Shutdown failed')
    exitWith('Nano Sync stopped, but could not end everything properly. The log has the details.')
  }
  process.exit(0)
}

function describe(error: unknown): string {
  return error instanceof Error ? createSourcePositions()(error.stack ?? error.message) : inspect(error)
}
