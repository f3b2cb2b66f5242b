import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { start } from '#server/start.ts'
import { createGuide } from './tour/guide.ts'
import { walk } from './tour/walk.ts'

/*
 * Makes every call of the interface once, by plain HTTP, and prints what was asked and what was answered.
 *
 *   npm run tour                                        on an app of its own, gone afterwards
 *   npm run tour -- http://127.0.0.1:3000               on a running app: only what the tour made itself is touched
 *   npm run tour -- http://127.0.0.1:3000 --everything  there too, with the calls that reach every task, such as Delete All
 */
const { values, positionals } = parseArgs({ options: { everything: { type: 'boolean' } }, allowPositionals: true })
const [givenUrl] = positionals
await using ownApp = givenUrl === undefined ? await startOwnApp() : undefined
const guide = createGuide((ownApp?.url ?? givenUrl ?? '').replace(/\/$/, ''))
await walk(guide, { reachesEverything: ownApp !== undefined || values.everything === true })
const { callCount, surprises, leftOut } = guide.result()
console.log(`\n${callCount} calls, ${surprises.length} of them answered with another status than the declared one.`)
console.log(`Left out: ${leftOut.join(', ')}`)
for (const surprise of surprises) console.log(`  ${surprise}`)
process.exitCode = surprises.length === 0 ? 0 : 1

async function startOwnApp(): Promise<AsyncDisposable & { url: string }> {
  await using parts = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-tour-'))
  parts.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url } = parts.use(await start(readConfig({ PORT: '0', DATA_DIR: dataDir, SAMPLES: 'none' })))
  const started = parts.move()
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() }
}
