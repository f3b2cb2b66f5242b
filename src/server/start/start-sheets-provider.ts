import { join } from 'node:path'
import { startEmulatorThread, type ThreadOptions } from '@nano-sync/sheets-emulator/thread'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { isPortTaken } from './start-error.ts'

/** The spreadsheet provider that is part of the app. */
export interface EmbeddedProvider extends AsyncDisposable {
  /** URL without a trailing slash. */
  readonly url: string
}

export type StartEmbedded = (options: ThreadOptions) => Promise<EmbeddedProvider>

/** The spreadsheet provider that tasks use. */
export interface SheetsProvider extends AsyncDisposable {
  readonly api: { readonly sheetsUrl: string; readonly driveUrl: string }
  /** The URL of a spreadsheet, with `{id}` in place of its ID. */
  readonly spreadsheetUrl: string
  readonly embedded: EmbeddedProvider | undefined
  readonly notices: readonly string[]
}

interface Options {
  config: Config
  /** The project's folder, which contains the built pages. */
  root: string
  logger: Logger
  /** Starts the provider. By default, it runs in a separate thread. */
  startEmbedded: StartEmbedded | undefined
}

/** Uses the configured provider, or starts the embedded provider. */
export async function startSheetsProvider({ config, root, logger, ...options }: Options): Promise<SheetsProvider> {
  const { api, emulatorPort, spreadsheetUrl } = config.sheets
  if (api) return { api, spreadsheetUrl: spreadsheetUrl ?? '', embedded: undefined, notices: [], ...nothingToDispose }
  const { host } = config.http
  const dataDir = join(config.dataDir, 'sheets')
  const pageDir = join(root, 'dist/emulator-page')
  const startEmbedded = options.startEmbedded ?? startThread(logger)
  const page = { pageDir, ...(spreadsheetUrl !== undefined && { spreadsheetUrl }) }
  const startOn = (port: number) => startEmbedded({ host, port, dataDir, ...page })
  const notices: string[] = []
  const embedded = await startOn(emulatorPort).catch(async (error: unknown) => {
    if (!isPortTaken(error)) throw error
    const elsewhere = await startOn(0)
    notices.push(
      `Port ${emulatorPort} is already in use, so the embedded spreadsheets are at ${elsewhere.url} this time. Set EMULATOR_PORT to choose a port.`,
    )
    return elsewhere
  })
  return {
    api: { sheetsUrl: embedded.url, driveUrl: embedded.url },
    spreadsheetUrl: spreadsheetUrl ?? `${embedded.url}/spreadsheets/d/{id}`,
    embedded,
    notices,
    [Symbol.asyncDispose]: () => embedded[Symbol.asyncDispose](),
  }
}

const nothingToDispose: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined }

function startThread(logger: Logger): StartEmbedded {
  const onCrash = (err: unknown) =>
    logger.error({ err }, 'The embedded spreadsheet provider crashed; starting it again')
  return (options) => startEmulatorThread({ ...options, onCrash })
}
