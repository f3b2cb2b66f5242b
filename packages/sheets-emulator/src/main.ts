// Starts the provider on its own: `npm start -- --port 3001 --data-dir data`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmulator } from './start-emulator.ts'

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '3001' },
    'data-dir': { type: 'string' },
    faults: { type: 'boolean', default: false },
  },
})
const dataDir = values['data-dir']
const emulator = await startEmulator({
  host: values.host,
  port: Number(values.port),
  pageDir: join(import.meta.dirname, '../dist/page'),
  hasFaultRoutes: values.faults,
  ...(dataDir !== undefined && { dataDir }),
})
console.log(`The Sheets API and the spreadsheets are at ${emulator.url}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => emulator[Symbol.asyncDispose]())
