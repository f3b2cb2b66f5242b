import { readConfig } from './config.ts'
import { type App, start } from './start.ts'
import { isExplained } from './start-error.ts'

const app = await startOrExit()
console.log(`Nano Sync is running at ${app.publicUrl}`)
for (const notice of app.notices) console.log(notice)

let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    app.context.logger.fatal({ err: error }, `Stopping after an ${event}`)
    process.stderr.write(`Nano Sync stopped after an unexpected error. The log has the details.\n${describe(error)}\n`)
    process.exit(1)
  })
}

async function startOrExit(): Promise<App> {
  try {
    return await start(readConfig(process.env), { onProgress: (step) => console.log(step) })
  } catch (error) {
    process.stderr.write(`${isExplained(error) ? error.message : `Nano Sync failed to start.\n${describe(error)}`}\n`)
    process.exit(1)
  }
}

/** The first signal shuts down gracefully, the second one exits immediately. */
async function stop(): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  console.log('Shutting down: finishing requests and handing back running tasks. Press Ctrl+C again to quit now.')
  await app[Symbol.asyncDispose]()
  process.exit(0)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
