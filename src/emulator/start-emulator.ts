import { buildServer } from './http/serve.ts'
import { batchUpdateSpreadsheet, createSpreadsheet, getSpreadsheet } from './http/spreadsheet-routes.ts'
import { appendToTable } from './http/values-append-route.ts'
import { batchClear, clearRange } from './http/values-clear-routes.ts'
import { batchGetValues, getValues } from './http/values-read-routes.ts'
import { batchUpdateValues, updateValues } from './http/values-write-routes.ts'
import { openStore } from './store/open-store.ts'

export interface EmulatorOptions {
  host: string
  /** 0 takes any free port. */
  port: number
  /** Folder of the store; without it everything stays in memory. */
  dataDir?: string
  /** Folder of the built page that shows a spreadsheet. */
  pageDir?: string
  now?: () => Date
}

/** A running provider. `url` has no slash at its end. */
export interface Emulator extends AsyncDisposable {
  readonly url: string
  readonly port: number
}

const routes = [
  createSpreadsheet,
  getSpreadsheet,
  batchUpdateSpreadsheet,
  getValues,
  batchGetValues,
  updateValues,
  batchUpdateValues,
  appendToTable,
  clearRange,
  batchClear,
]

/** Starts the embedded spreadsheet provider: the Sheets API v4 and a part of the Drive API v3 over HTTP. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const store = openStore(options.dataDir)
  const server = buildServer({ store, now: options.now ?? (() => new Date()) }, routes)
  await server.listen({ host: options.host, port: options.port })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  return {
    url: `http://${options.host}:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      await server.close()
      store[Symbol.dispose]()
    },
  }
}
