import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { readCommandLine } from './read-command-line.ts'

const FOLDER = join(import.meta.dirname, '../shots')

const { tasks } = readCommandLine(
  new Command('shots')
    .description(
      'Starts an app with sample data and saves screenshots of every screen in shots/: three widths, light and dark, forced colors and 200 % zoom. Prints the controls and words of each screen.',
    )
    .option('--tasks <count>', 'how many tasks to add to the samples', Number, 0),
).opts<{ tasks: number }>()
// Loaded late, so the command prints help and usage errors at once.
const { chromium } = await import('@playwright/test')
const { readConfig } = await import('#server/config/config.ts')
const { start } = await import('#server/start/start.ts')
const { launchOptions } = await import('#tests/e2e/support/browser.ts')
const { ApiClient } = await import('#tests/support/api-client.ts')
const { prepareScreens } = await import('./shots/prepare-screens.ts')
const { takeShots } = await import('./shots/take-shots.ts')

await using parts = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'nano-sync-shots-'))
parts.defer(() => rm(dataDir, { recursive: true, force: true }))
const app = parts.use(await start(readConfig({ PORT: '0', EMULATOR_PORT: '0', DATA_DIR: dataDir })))
const client = new ApiClient(app.url)
await client.signIn('ada@example.com')
const screens = await prepareScreens(client, { extraTasks: tasks })

const browser = await chromium.launch(await launchOptions())
parts.defer(() => browser.close())
await mkdir(FOLDER, { recursive: true })
const figures = await takeShots({
  browser,
  folder: FOLDER,
  url: app.url,
  cookies: client.jar.headerFor('/'),
  screens,
})
console.table(figures)
console.log('Saved screenshots in shots/')
