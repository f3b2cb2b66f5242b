import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { runTour } from './tour/run-tour.ts'
import { createTourClient } from './tour/tour-client.ts'

/*
 * Makes every API call once over plain HTTP, and prints the requests and responses.
 *
 *   npm run tour                                        on a temporary app
 *   npm run tour -- http://127.0.0.1:3000               on a running app: changes only what the tour creates
 *   npm run tour -- http://127.0.0.1:3000 --everything  also makes calls that affect every task, such as Delete All
 */
const { values, positionals } = parseArgs({ options: { everything: { type: 'boolean' } }, allowPositionals: true })
const [runningUrl] = positionals
await using temporaryApp = runningUrl === undefined ? await startTemporaryApp() : undefined
const client = createTourClient((temporaryApp?.url ?? runningUrl ?? '').replace(/\/$/, ''))
await runTour(client, { affectsEverything: temporaryApp !== undefined || values.everything === true })
const { callCount, unexpected, skipped } = client.summary()
console.log(`\n${callCount} calls, ${unexpected.length} with an unexpected status.`)
for (const call of unexpected) console.log(`  ${call}`)
console.log(`Skipped: ${skipped.join(', ')}`)
process.exitCode = unexpected.length === 0 ? 0 : 1

async function startTemporaryApp(): Promise<AsyncDisposable & { url: string }> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-tour-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url } = parts.use(await start(readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none' })))
  const started = parts.move()
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
