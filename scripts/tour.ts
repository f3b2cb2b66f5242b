import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readCommandLine } from './read-command-line.ts'

const command = readCommandLine(
  new Command('tour')
    .description('Makes every API call once over plain HTTP, and prints the requests and responses.')
    .argument('[url]', 'a running app, where only what the tour creates changes; by default, a temporary app', address)
    .option('--everything', 'on a running app, also make calls that affect every task, such as Delete All'),
)
const [runningUrl] = command.args
const { everything = false } = command.opts<{ everything?: true }>()
// Loaded only now, so help and mistakes are answered at once.
const { readConfig } = await import('#server/config/config.ts')
const { start } = await import('#server/start/start.ts')
const { runTour } = await import('./tour/run-tour.ts')
const { createTourClient } = await import('./tour/tour-client.ts')

await using temporaryApp = runningUrl === undefined ? await startTemporaryApp() : undefined
const client = createTourClient((temporaryApp?.url ?? runningUrl ?? '').replace(/\/$/, ''))
await runTour(client, { affectsEverything: temporaryApp !== undefined || everything })
const { callCount, unexpected, skipped } = client.summary()
console.log(`\n${callCount} calls, ${unexpected.length} with an unexpected status.`)
for (const call of unexpected) console.log(`  ${call}`)
console.log(`Skipped: ${skipped.join(', ')}`)
process.exitCode = unexpected.length === 0 ? 0 : 1

function address(text: string): string {
  if (!URL.canParse(text)) throw new InvalidArgumentError('Give an address such as http://127.0.0.1:3000.')
  return text
}

async function startTemporaryApp(): Promise<AsyncDisposable & { url: string }> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-tour-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url } = parts.use(await start(readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none' })))
  const started = parts.move()
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
