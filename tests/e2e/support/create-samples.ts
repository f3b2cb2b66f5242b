// Fills the data folder given as an argument as the first start of the app does.
import { join } from 'node:path'
import { startEmulator } from '@nano-sync/sheets-emulator'
import { pino } from 'pino'
import { seedSamples } from '#server/start/seed-samples.ts'
import { openDatabase } from '#server/storage/open-database.ts'
import { copyKeys, copyTemplate } from '#tests/support/test-database.ts'

const [dataDir = ''] = process.argv.slice(2)
const now = () => new Date()
copyTemplate(dataDir)
copyKeys(dataDir)
await using emulator = await startEmulator({ host: '127.0.0.1', port: 0, dataDir: join(dataDir, 'sheets') })
await using database = await openDatabase({ dataDir }, { logger: pino({ level: 'warn' }), now })
await seedSamples({ orm: database.orm, sheetsUrl: emulator.url, onProgress: () => undefined, now })
