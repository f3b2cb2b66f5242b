import { z } from 'zod'
import { NO_LIMIT } from '#domain/forecast/request-bucket.ts'
import { SECOND_MS } from '#domain/time.ts'
import { type CredentialSource, isServiceAccount, readCredentialFile, readCredentialJson } from './credentials.ts'
import { url, wholeNumber } from './setting-schemas.ts'

const GOOGLE_SHEETS = 'https://sheets.googleapis.com'
const GOOGLE_DRIVE = 'https://www.googleapis.com'
const GOOGLE_SPREADSHEET_PAGE = 'https://docs.google.com/spreadsheets/d/{id}'
/** Value of `GOOGLE_APPLICATION_CREDENTIALS` for the credentials Google's library finds on this machine. */
const MACHINE_CREDENTIALS = 'adc'
/** Google's default quotas per minute. The embedded provider has no limit. */
const GOOGLE_ACCOUNT_LIMIT = 60
const GOOGLE_PROJECT_LIMIT = 300
const MAX_REQUESTS_PER_MINUTE = 1_000_000
/** Maximum time Google works on a request. https://developers.google.com/workspace/sheets/api/limits */
export const REQUEST_TIMEOUT_MS = 180_000

/** Limits in requests per minute. */
export interface QuotaLimits {
  readonly readsPerMinute: number
  readonly writesPerMinute: number
  readonly projectReadsPerMinute: number
  readonly projectWritesPerMinute: number
}

/** The credentials every task may use. */
export interface SharedCredentials {
  readonly source: CredentialSource
  /** Address of the user for whom a service account acts by domain-wide delegation. */
  readonly impersonate: string | undefined
}

/** Environment variables about spreadsheets. */
export const googleEnvironment = {
  SHEETS: z.enum(['embedded', 'google'], { error: 'SHEETS must be embedded or google' }).optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  GOOGLE_CREDENTIALS_JSON: z.string().optional(),
  GOOGLE_IMPERSONATE: z.email('GOOGLE_IMPERSONATE must be the email address of a user').toLowerCase().optional(),
  GOOGLE_PICKER_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'GOOGLE_PICKER_KEY must be an API key of the Google Cloud console')
    .optional(),
  GOOGLE_PICKER_PROJECT: z
    .string()
    .regex(/^\d+$/, 'GOOGLE_PICKER_PROJECT must be the number of the Google Cloud project, which has digits only')
    .optional(),
  SHEETS_API_URL: url('SHEETS_API_URL').optional(),
  DRIVE_API_URL: url('DRIVE_API_URL').optional(),
  SPREADSHEET_URL: url('SPREADSHEET_URL')
    .refine((text) => text.includes('{id}'), 'SPREADSHEET_URL must contain {id} in place of the spreadsheet ID')
    .optional(),
  READS_PER_MINUTE: wholeNumber('READS_PER_MINUTE', { min: 1, max: MAX_REQUESTS_PER_MINUTE }).optional(),
  WRITES_PER_MINUTE: wholeNumber('WRITES_PER_MINUTE', { min: 1, max: MAX_REQUESTS_PER_MINUTE }).optional(),
  PROJECT_READS_PER_MINUTE: wholeNumber('PROJECT_READS_PER_MINUTE', {
    min: 1,
    max: MAX_REQUESTS_PER_MINUTE,
  }).optional(),
  PROJECT_WRITES_PER_MINUTE: wholeNumber('PROJECT_WRITES_PER_MINUTE', {
    min: 1,
    max: MAX_REQUESTS_PER_MINUTE,
  }).optional(),
  REQUEST_TIMEOUT_SECONDS: wholeNumber('REQUEST_TIMEOUT_SECONDS', { min: 1, max: 600 }).default(
    REQUEST_TIMEOUT_MS / SECOND_MS,
  ),
}

const Environment = z.object({ ...googleEnvironment, OIDC_CLIENT_ID: z.string().optional() })
type Environment = z.infer<typeof Environment>

/** Location of the spreadsheets, and credentials to reach them. */
export interface SheetsSettings {
  /** URLs of the APIs. Undefined means the embedded provider, which serves both. */
  readonly api: { readonly sheetsUrl: string; readonly driveUrl: string } | undefined
  /** The credentials every task may use. */
  readonly credentials: SharedCredentials | undefined
  /** Whether the embedded provider was chosen despite credentials for Google. */
  readonly ignoresCredentials: boolean
  /** Settings to use with a stored key; undefined if the settings already choose the account. */
  readonly withStoredKey?: SheetsSettings | undefined
  readonly spreadsheetUrl: string | undefined
  readonly quota: QuotaLimits
  /** Time the provider may take for a request. */
  readonly requestTimeoutMs: number
}

/** Names the provider of the spreadsheets that tasks copy. */
export function nameProvider({ api }: Pick<SheetsSettings, 'api'>): 'embedded' | 'google' {
  return api === undefined ? 'embedded' : 'google'
}

/** Finds problems that involve several of these settings, or the file system. */
export function googleProblems(env: Environment): string[] {
  if (env.SHEETS === 'embedded') {
    return env.SHEETS_API_URL === undefined
      ? []
      : ['SHEETS_API_URL must not be set if SHEETS is embedded, because it names another provider']
  }
  const { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CREDENTIALS_JSON: json, GOOGLE_IMPERSONATE: subject } = env
  const source = readSource(env)
  const mayDelegate =
    typeof source === 'object' && (source.from === 'environment' || isServiceAccount(source.credentials))
  return [
    ...pickerProblems(env),
    ...(typeof source === 'string' ? [source] : []),
    ...(file !== undefined && json !== undefined
      ? ['GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_CREDENTIALS_JSON must not both be set. Remove one of them']
      : []),
    ...(subject !== undefined && typeof source !== 'string' && !mayDelegate
      ? [
          'GOOGLE_IMPERSONATE needs a service account with domain-wide delegation: its key, credentials that impersonate it, or the account of this machine',
        ]
      : []),
    ...(env.SHEETS === 'google' && source === undefined && !hasSignIn(env)
      ? [
          'SHEETS=google needs an account: set GOOGLE_APPLICATION_CREDENTIALS or GOOGLE_CREDENTIALS_JSON, or OIDC_CLIENT_ID to use the accounts of the people who sign in',
        ]
      : []),
  ]
}

function pickerProblems(env: Environment): string[] {
  const { GOOGLE_PICKER_KEY: key, GOOGLE_PICKER_PROJECT: project } = env
  if (key === undefined && project === undefined) return []
  if (key === undefined || project === undefined)
    return ['GOOGLE_PICKER_KEY and GOOGLE_PICKER_PROJECT must both be set, or neither']
  return hasSignIn(env)
    ? []
    : ['GOOGLE_PICKER_KEY needs OIDC_CLIENT_ID, because people pick files of their own accounts']
}

/** Reads the settings of the Picker; undefined if people connect all files. */
export function pickerSettings(env: Environment): { apiKey: string; projectNumber: string } | undefined {
  const { GOOGLE_PICKER_KEY: apiKey, GOOGLE_PICKER_PROJECT: projectNumber } = env
  return apiKey === undefined || projectNumber === undefined ? undefined : { apiKey, projectNumber }
}

/** Builds the settings once they have no problems. */
export function sheetsSettings(env: Environment): SheetsSettings {
  const isDecided = env.SHEETS === 'embedded' || readSource(env) !== undefined
  return {
    ...readSheetsSettings(env),
    withStoredKey: isDecided ? undefined : readSheetsSettings({ ...env, SHEETS: 'google' }),
  }
}

function readSheetsSettings(env: Environment): SheetsSettings {
  const isEmbedded = env.SHEETS === 'embedded'
  const source = isEmbedded ? undefined : readSource(env)
  const isGoogle = !isEmbedded && (env.SHEETS === 'google' || source !== undefined || hasSignIn(env))
  const sheetsUrl = env.SHEETS_API_URL ?? (isGoogle ? GOOGLE_SHEETS : undefined)
  const driveUrl = env.DRIVE_API_URL ?? (sheetsUrl === GOOGLE_SHEETS ? GOOGLE_DRIVE : sheetsUrl)
  return {
    api: sheetsUrl === undefined || driveUrl === undefined ? undefined : { sheetsUrl, driveUrl },
    credentials: typeof source === 'object' ? { source, impersonate: env.GOOGLE_IMPERSONATE } : undefined,
    ignoresCredentials: isEmbedded && hasCredentials(env),
    spreadsheetUrl: env.SPREADSHEET_URL ?? (sheetsUrl === undefined ? undefined : GOOGLE_SPREADSHEET_PAGE),
    quota: quotaLimits(env, { isEmbedded: sheetsUrl === undefined }),
    requestTimeoutMs: env.REQUEST_TIMEOUT_SECONDS * SECOND_MS,
  }
}

/**
 * Builds the limits. An account cannot have more than its project, so a higher limit of an account raises the project's limit.
 */
function quotaLimits(env: Environment, { isEmbedded }: { isEmbedded: boolean }): QuotaLimits {
  const accountLimit = isEmbedded ? NO_LIMIT : GOOGLE_ACCOUNT_LIMIT
  const projectLimit = isEmbedded ? NO_LIMIT : GOOGLE_PROJECT_LIMIT
  const readsPerMinute = env.READS_PER_MINUTE ?? accountLimit
  const writesPerMinute = env.WRITES_PER_MINUTE ?? accountLimit
  return {
    readsPerMinute,
    writesPerMinute,
    projectReadsPerMinute: env.PROJECT_READS_PER_MINUTE ?? Math.max(projectLimit, readsPerMinute),
    projectWritesPerMinute: env.PROJECT_WRITES_PER_MINUTE ?? Math.max(projectLimit, writesPerMinute),
  }
}

function hasSignIn({ OIDC_CLIENT_ID }: Environment): boolean {
  return OIDC_CLIENT_ID !== undefined
}

function hasCredentials(env: Environment): boolean {
  return env.GOOGLE_APPLICATION_CREDENTIALS !== undefined || env.GOOGLE_CREDENTIALS_JSON !== undefined
}

/** @returns the source of the credentials, if any, or the problem of the setting */
function readSource(env: Environment): CredentialSource | string | undefined {
  const { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CREDENTIALS_JSON: json } = env
  if (file === MACHINE_CREDENTIALS) return { from: 'environment' }
  if (file === undefined && json === undefined) return undefined
  const credentials = file === undefined ? readCredentialJson(json ?? '') : readCredentialFile(file)
  return typeof credentials === 'string' ? credentials : { from: 'json', credentials }
}
