import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { Command } from 'commander'
import { readConfig } from '#server/config/config.ts'
import { start } from '#server/start/start.ts'
import { launchOptions } from '#tests/e2e/support/browser.ts'
import { ApiClient } from '#tests/support/api-client.ts'
import { readCommandLine } from './read-command-line.ts'
import { prepareScreens } from './shots/prepare-screens.ts'
import { takeShots } from './shots/take-shots.ts'

const FOLDER = join(import.meta.dirname, '../shots')

const { tasks } = readCommandLine(
  new Command('shots')
    .description(
      'Starts an app with sample data and saves screenshots of every screen in shots/, at three widths, light and dark.',
    )
    .option('--tasks <count>', 'how many tasks to add to the samples', Number, 0),
).opts<{ tasks: number }>()
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
const shotCount = await takeShots({
  browser,
  folder: FOLDER,
  url: app.url,
  cookies: client.jar.headerFor('/'),
  screens,
})
console.log(`Saved ${shotCount} screenshots in shots/`)
