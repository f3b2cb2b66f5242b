import { join } from 'node:path'
import { type Emulator, startEmulator } from '#emulator/start-emulator.ts'
import type { Config } from './config.ts'
import { isPortTaken } from './start-error.ts'

interface SheetsProvider extends AsyncDisposable {
  readonly api: { readonly sheetsUrl: string; readonly driveUrl: string }
  /** The URL of a spreadsheet, with `{id}` in place of its ID. */
  readonly spreadsheetUrl: string
  readonly emulator: Emulator | undefined
  readonly notices: readonly string[]
}

interface Options {
  config: Config
  /** The project's folder, which contains the built pages. */
  root: string
  now: () => Date
}

/** Uses the configured provider, or starts the embedded one. */
export async function startSheetsProvider({ config, root, now }: Options): Promise<SheetsProvider> {
  const { api, emulatorPort, spreadsheetUrl } = config.sheets
  if (api) return { api, spreadsheetUrl: spreadsheetUrl ?? '', emulator: undefined, notices: [], ...nothingToDispose }
  const { host } = config.http
  const dataDir = join(config.dataDir, 'sheets')
  const pageDir = join(root, 'dist/emulator-page')
  const startOn = (port: number) => startEmulator({ host, port, dataDir, pageDir, now })
  const notices: string[] = []
  const emulator = await startOn(emulatorPort).catch(async (error: unknown) => {
    if (!isPortTaken(error)) throw error
    const elsewhere = await startOn(0)
    notices.push(
      `Port ${emulatorPort} is already in use, so the embedded spreadsheets are at ${elsewhere.url} this time. Set EMULATOR_PORT to choose a port.`,
    )
    return elsewhere
  })
  return {
    api: { sheetsUrl: emulator.url, driveUrl: emulator.url },
    spreadsheetUrl: spreadsheetUrl ?? `${emulator.url}/spreadsheets/d/{id}`,
    emulator,
    notices,
    [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose](),
  }
}

const nothingToDispose: AsyncDisposable = { [Symbol.asyncDispose]: async () => undefined }
