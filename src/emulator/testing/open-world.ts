import { drive, type drive_v3 } from '@googleapis/drive'
import { sheets, type sheets_v4 } from '@googleapis/sheets'
import { type Emulator, type EmulatorOptions, startEmulator } from '../start-emulator.ts'

/** A running provider with the official clients on it, and one empty spreadsheet. */
export interface World extends AsyncDisposable {
  emulator: Emulator
  spreadsheets: sheets_v4.Resource$Spreadsheets
  values: sheets_v4.Resource$Spreadsheets$Values
  files: drive_v3.Resource$Files
  permissions: drive_v3.Resource$Permissions
  spreadsheetId: string
}

export async function openWorld(options: Partial<EmulatorOptions> = {}): Promise<World> {
  const emulator = await startEmulator({ host: '127.0.0.1', port: 0, ...options })
  const client = { rootUrl: `${emulator.url}/`, retry: false }
  const { spreadsheets } = sheets({ version: 'v4', ...client })
  const { files, permissions } = drive({ version: 'v3', ...client })
  const { data } = await spreadsheets.create({ requestBody: { properties: { title: 'Ledger' } } })
  return {
    emulator,
    spreadsheets,
    values: spreadsheets.values,
    files,
    permissions,
    spreadsheetId: data.spreadsheetId ?? '',
    [Symbol.asyncDispose]: () => emulator[Symbol.asyncDispose](),
  }
}

/** A refusal as the client saw it. */
interface Refused {
  status: number | undefined
  message: string
  body: unknown
}

/** What a call was refused with. @throws Error when it was not refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  try {
    await call
  } catch (error) {
    return describe(error)
  }
  throw new Error('The call was not refused.')
}

function describe(error: unknown): Refused {
  const { response, message } = error as { response?: { status: number; data: unknown }; message: string }
  const body = response?.data
  const told = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const text = typeof told === 'object' && told !== null && 'message' in told ? String(told.message) : message
  return { status: response?.status, message: text, body }
}
