import { getAbout } from './drive/about-route.ts'
import { copyFile, createFile, deleteFile, getFile, listComments, updateFile } from './drive/file-routes.ts'
import { listFiles } from './drive/list-files.ts'
import {
  createPermission,
  deletePermission,
  getPermission,
  listFilePermissions,
  updatePermission,
} from './drive/permission-routes.ts'
import { Faults } from './faults/faults.ts'
import { recalculateAll } from './formulas/recalculate.ts'
import { buildServer } from './http/build-server.ts'
import { RequestJournal } from './request-journal.ts'
import { type Sharing, SharingRules } from './sharing.ts'
import { copySheetTo } from './sheets/copy-sheet-route.ts'
import { getByDataFilter } from './sheets/data-filter-route.ts'
import { batchUpdateSpreadsheet, createSpreadsheet, getSpreadsheet } from './sheets/spreadsheet-routes.ts'
import { appendToTable } from './sheets/values-append-route.ts'
import { batchClear, clearRange } from './sheets/values-clear-routes.ts'
import { batchGetValues, getValues } from './sheets/values-read-routes.ts'
import { batchUpdateValues, updateValues } from './sheets/values-write-routes.ts'
import { openStore } from './store/open-store.ts'

export interface EmulatorOptions {
  host: string
  /** Port of the server; 0 picks any free port. */
  port: number
  /**
   * URL of a spreadsheet's page for users, with `{id}` in place of its ID, if the page is not on this server. A proxy in front
   * of the server passes its host name on.
   */
  spreadsheetUrl?: string
  /** Folder of the database. Without it, everything stays in memory. */
  dataDir?: string
  /** Folder of the built spreadsheet page. */
  pageDir?: string
  now?: () => Date
  /** Lets requests from this machine to `/_faults` set faults; for tests only. */
  hasFaultRoutes?: boolean
  /** Refuses reads of ranges that reach beyond the grid, as Google may do; for tests only. */
  refusesLongRanges?: boolean
  /** Stores numbers as text in cells with a text format, as Google may do; for tests only. */
  storesNumbersAsText?: boolean
  /** Words errors as a spreadsheet in another language does; for tests only. */
  errorWords?: Readonly<Record<string, string>>
}

/** A running provider. `url` has no trailing slash. Disposing the provider closes its store. */
export interface Emulator extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Faults to inject. */
  readonly faults: Faults
  /** The requests received. */
  readonly requests: RequestJournal
  /** Limits access to a spreadsheet until the provider stops. By default everyone can read and write it. */
  share: (spreadsheetId: string, sharing: Sharing) => void
}

/** Every method, in the order in which they are matched. */
export const routes = [
  createSpreadsheet,
  getSpreadsheet,
  getByDataFilter,
  batchUpdateSpreadsheet,
  copySheetTo,
  getValues,
  batchGetValues,
  updateValues,
  batchUpdateValues,
  appendToTable,
  clearRange,
  batchClear,
  getAbout,
  listFiles,
  getFile,
  createFile,
  updateFile,
  deleteFile,
  copyFile,
  listComments,
  listFilePermissions,
  getPermission,
  createPermission,
  updatePermission,
  deletePermission,
]

/** Starts the embedded spreadsheet provider: the Sheets API v4 and part of the Drive API v3 over HTTP. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { host, spreadsheetUrl, pageDir, now = () => new Date(), hasFaultRoutes = false } = options
  const { refusesLongRanges = false, storesNumbersAsText = false, errorWords = {} } = options
  const store = openStore(options.dataDir)
  recalculateAll(store, now())
  const faults = new Faults(now)
  const journal = new RequestJournal()
  const sharing = new SharingRules()
  const server = buildServer({
    provider: { store, now, refusesLongRanges, storesNumbersAsText, errorWords },
    routes,
    faults,
    sharing,
    journal,
    host,
    spreadsheetUrl,
    pageDir,
    hasFaultRoutes,
  })
  try {
    await server.listen({ host, port: options.port })
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  return {
    url: formatAddress({ host, port }),
    port,
    faults,
    requests: journal,
    share: (spreadsheetId, rule) => sharing.set(spreadsheetId, rule),
    async [Symbol.asyncDispose]() {
      await server.close()
      store[Symbol.dispose]()
    },
  }
}

export function formatAddress({ host, port }: { host: string; port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
