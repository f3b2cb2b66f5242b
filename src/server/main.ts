import { ConfigError, readConfig } from './config.ts'
import { type App, start } from './start.ts'
import { StartError } from './start-error.ts'

const app = await startOrExit()
console.log(`Nano Sync listens on ${app.publicUrl}`)
for (const notice of app.notices) console.log(notice)

let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    app.context.logger.fatal({ err: error }, `The process ends after an ${event}`)
    process.stderr.write(`Nano Sync ends after an error that nobody handled; the log tells more.\n${describe(error)}\n`)
    process.exit(1)
  })
}

async function startOrExit(): Promise<App> {
  try {
    return await start(readConfig(process.env))
  } catch (error) {
    const isExplained = error instanceof ConfigError || error instanceof StartError
    process.stderr.write(`${isExplained ? error.message : `Nano Sync could not start.\n${describe(error)}`}\n`)
    process.exit(1)
  }
}

/** The first signal lets running work end or be handed back; a second one does not wait for it. */
async function stop(): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  console.log('Nano Sync stops: running work ends or is handed back. Signal again to end at once.')
  await app[Symbol.asyncDispose]()
  process.exit(0)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
