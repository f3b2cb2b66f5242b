import { drive, type drive_v3 } from '@googleapis/drive'
import { sheets, type sheets_v4 } from '@googleapis/sheets'
import { type Emulator, type EmulatorOptions, startEmulator } from '../src/start-emulator.ts'

/** A running provider, Google's official clients connected to it, and one empty spreadsheet. */
export interface TestEmulator extends AsyncDisposable {
  emulator: Emulator
  spreadsheets: sheets_v4.Resource$Spreadsheets
  values: sheets_v4.Resource$Spreadsheets$Values
  files: drive_v3.Resource$Files
  permissions: drive_v3.Resource$Permissions
  spreadsheetId: string
}

export async function startTestEmulator(options: Partial<EmulatorOptions> = {}): Promise<TestEmulator> {
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

/** A failed call as the client sees it. `status` is missing when no response came. */
interface CallError {
  status: number | undefined
  message: string
  body: unknown
}

/** The error that a call fails with. @throws Error when the call succeeds. */
export async function catchError(call: Promise<unknown>): Promise<CallError> {
  try {
    await call
  } catch (error) {
    return describe(error)
  }
  throw new Error('Expected the call to fail, but it succeeded')
}

function describe(error: unknown): CallError {
  const { response, message } = error as { response?: { status: number; data: unknown }; message: string }
  const body = response?.data
  const sent = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const text = typeof sent === 'object' && sent !== null && 'message' in sent ? String(sent.message) : message
  return { status: response?.status, message: text, body }
}
