import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { OpenScreen } from '#contract/route.ts'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { splitList } from '#contract/split-list.ts'
import { SECOND_MS } from '#domain/time.ts'
import { REQUEST_TIMEOUT_MS } from '#server/google/request-sender.ts'
import { isLoopback } from './is-loopback.ts'

export const GOOGLE_ISSUER = 'https://accounts.google.com'
const GOOGLE_SHEETS = 'https://sheets.googleapis.com'
const GOOGLE_DRIVE = 'https://www.googleapis.com'
const GOOGLE_SPREADSHEET_PAGE = 'https://docs.google.com/spreadsheets/d/{id}'
/** Closes what would otherwise be open: an empty setting could be a mistake. */
const NONE = 'none'
const SCREENS = ['data_copy', 'schedule', 'dev', 'import_export'] as const satisfies readonly OpenScreen[]
/** An address, or `@` and a domain. Letters outside ASCII can look like, or become in lower case, letters of another address. */
const ALLOWED_EMAIL = /^[\x21-\x3f\x41-\x7e]*@[a-z\d.-]+$/i
const PORT_LIMIT = 65_535
/** Google allows an account 60 requests per minute. The embedded provider has no limit. */
const GOOGLE_REQUESTS_PER_MINUTE = 60
const EMBEDDED_REQUESTS_PER_MINUTE = 60_000

/** The settings of this installation. */
export interface Config {
  readonly http: {
    readonly host: string
    readonly port: number
    /** The origins that users see, the main one first; empty means the URL this process listens on. */
    readonly publicUrls: readonly string[]
    readonly openScreens: readonly OpenScreen[]
    /** Whether others can reach the app, directly or through a proxy. */
    readonly isReachable: boolean
    /** What a program sends to read metrics; undefined means that none can. */
    readonly metricsToken: string | undefined
  }
  readonly database: { readonly databaseUrl: string } | { readonly dataDir: string }
  readonly dataDir: string
  readonly logDir: string
  readonly signIn:
    | { readonly provider: 'embedded' }
    | {
        readonly provider: 'external'
        readonly issuer: string
        readonly clientId: string
        readonly clientSecret: string
      }
  readonly allowedEmails: readonly string[]
  /** Undefined means generated once and stored in the data folder. */
  readonly sessionSecret: string | undefined
  readonly sheets: {
    /** Undefined means the embedded provider, which serves both APIs. */
    readonly api: { readonly sheetsUrl: string; readonly driveUrl: string } | undefined
    readonly emulatorPort: number
    readonly serviceAccountKeyFile: string | undefined
    readonly spreadsheetUrl: string | undefined
    readonly readsPerMinute: number
    readonly writesPerMinute: number
    /** How long the provider may work on a request. */
    readonly requestTimeoutMs: number
  }
  readonly schedule: { readonly timezone: string }
  readonly queue: { readonly workers: number; readonly role: 'web' | 'worker' | 'all' }
  readonly hasSamples: boolean
  /** How many nightly backups of the embedded database to keep; 0 makes none. */
  readonly backups: number
  /** The root of an OpenTelemetry collector that takes OTLP over HTTP; undefined means no traces. */
  readonly tracesTo: string | undefined
}

/** The settings are invalid. The message lists all problems and how to fix them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const url = (name: string) =>
  z
    .url({ protocol: /^https?$/, error: `${name} must be an http:// or https:// URL` })
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
/** The address of a whole site. */
const origin = (name: string) =>
  url(name)
    .refine(
      (text) => /^https?:\/\/[^/?#]+$/.test(text),
      `${name} must be an address without a path, such as https://nano.example`,
    )
    .transform((text) => new URL(text).origin)
const wholeNumber = (name: string, { min, max }: { min: number; max: number }) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`)
const list = z.string().transform(splitList)
/** A list that must not be set to nothing: what is missing from it decides who gets in. */
const listOrNone = (name: string, cure: string) =>
  list.refine((entries) => entries.length > 0, { error: `${name} is set to nothing. ${cure}`, abort: true })

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', { min: 0, max: PORT_LIMIT }).default(3000),
  EMULATOR_PORT: wholeNumber('EMULATOR_PORT', { min: 0, max: PORT_LIMIT }).optional(),
  DATA_DIR: z.string().default('./data'),
  LOG_DIR: z.string().optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must look like postgres://user:password@host:5432/name' })
    .optional(),
  PUBLIC_URL: list.pipe(z.array(origin('PUBLIC_URL'))).default([]),
  OIDC_ISSUER: url('OIDC_ISSUER').default(GOOGLE_ISSUER),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  ALLOWED_EMAILS: listOrNone(
    'ALLOWED_EMAILS',
    'List who may sign in, separated by commas, or set it to none to let nobody sign in',
  )
    .pipe(
      z.array(
        z.string().refine((entry) => entry === NONE || ALLOWED_EMAIL.test(entry), {
          error: ({ input }) =>
            `ALLOWED_EMAILS must list addresses or @domains in ASCII, separated by commas. ${JSON.stringify(input)} is neither`,
        }),
      ),
    )
    .default([]),
  SESSION_SECRET: z.string().min(32, 'SESSION_SECRET must have at least 32 characters').optional(),
  GOOGLE_APPLICATION_CREDENTIALS: z.string().optional(),
  SHEETS_API_URL: url('SHEETS_API_URL').optional(),
  DRIVE_API_URL: url('DRIVE_API_URL').optional(),
  SPREADSHEET_URL: z
    .string()
    .refine((text) => text.includes('{id}'), 'SPREADSHEET_URL must contain {id} in place of the spreadsheet ID')
    .optional(),
  SCHEDULE_TIMEZONE: z
    .string()
    .refine(isTimeZone, `SCHEDULE_TIMEZONE must be the name of a time zone, such as ${DEFAULT_TIMEZONE}`)
    .default(DEFAULT_TIMEZONE),
  OPEN_SCREENS: listOrNone(
    'OPEN_SCREENS',
    'List the screens that need no sign-in, separated by commas, or set it to none to require sign-in everywhere',
  )
    .transform((screens) => (screens.length === 1 && screens[0] === NONE ? [] : screens))
    .pipe(
      z.array(
        z.enum(SCREENS, {
          error: `OPEN_SCREENS must be ${NONE}, or one or more of ${SCREENS.join(', ')}, separated by commas`,
        }),
      ),
    )
    .optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'METRICS_TOKEN must have at least 32 characters: letters, digits and signs in ASCII')
    .optional(),
  WORKERS: wholeNumber('WORKERS', { min: 1, max: 1000 }).default(8),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'ROLE must be web, worker or all' }).default('all'),
  READS_PER_MINUTE: wholeNumber('READS_PER_MINUTE', { min: 1, max: 1_000_000 }).optional(),
  WRITES_PER_MINUTE: wholeNumber('WRITES_PER_MINUTE', { min: 1, max: 1_000_000 }).optional(),
  REQUEST_TIMEOUT_SECONDS: wholeNumber('REQUEST_TIMEOUT_SECONDS', { min: 1, max: 600 }).default(
    REQUEST_TIMEOUT_MS / SECOND_MS,
  ),
  SAMPLES: z.enum(['on', 'none'], { error: 'SAMPLES must be on or none' }).default('on'),
  BACKUPS: wholeNumber('BACKUPS', { min: 0, max: 1000 }).default(7),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
})
type Environment = z.infer<typeof Environment>

const NEVER_EMPTY: ReadonlySet<string> = new Set(['ALLOWED_EMAILS', 'OPEN_SCREENS'] satisfies (keyof Environment)[])

/** The names of all environment variables that are settings. */
export const SETTINGS = Object.keys(Environment.shape)

/**
 * Reads the settings from environment variables. An empty variable counts as not set, except where that would
 * let more people in.
 *
 * @throws ConfigError listing all problems and how to fix them
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const isSet = ([name, value]: [string, string | undefined]) =>
    value !== undefined && (value !== '' || NEVER_EMPTY.has(name))
  const set = Object.fromEntries(Object.entries(environment).filter(isSet))
  const parsed = Environment.safeParse(set)
  const problems = parsed.success ? conflictsIn(parsed.data) : parsed.error.issues.map((issue) => issue.message)
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      ['Nano Sync cannot start with these settings:', ...problems.map((problem) => `- ${problem}`)].join('\n'),
    )
  }
  return toConfig(parsed.data)
}

/** Problems that involve more than one setting, or the file system. */
function conflictsIn(env: Environment): string[] {
  const problems: string[] = []
  if (env.OIDC_CLIENT_ID === undefined && !isLoopback(env.HOST)) {
    problems.push(
      `HOST must be a loopback address, such as 127.0.0.1, because the embedded sign-in lets anyone in. To use HOST=${env.HOST}, set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`,
    )
  }
  if (env.OIDC_CLIENT_ID !== undefined && env.OIDC_CLIENT_SECRET === undefined) {
    problems.push('OIDC_CLIENT_SECRET must be set if OIDC_CLIENT_ID is set')
  }
  const publicName = publicNameIn(env)
  if (env.OIDC_CLIENT_ID === undefined && publicName !== undefined) {
    problems.push(
      `PUBLIC_URL must be an address of this machine, such as http://localhost:3000, because the embedded sign-in lets anyone in. To use ${publicName}, set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`,
    )
  }
  const reachedAt = reachableAddress(env)
  if (env.OPEN_SCREENS === undefined && reachedAt !== undefined) {
    problems.push(
      `OPEN_SCREENS must be chosen, because others can reach Nano Sync at ${reachedAt}. An open screen can be read without signing in: data_copy has the copied rows, schedule all scheduled times, dev the server logs, and import_export an export of all tasks. Set OPEN_SCREENS to none to require sign-in everywhere, or to one or more of ${SCREENS.join(', ')}, separated by commas`,
    )
  }
  if (env.OIDC_CLIENT_ID !== undefined && env.ALLOWED_EMAILS.length === 0) {
    problems.push(
      `ALLOWED_EMAILS must list who may sign in with ${env.OIDC_ISSUER === GOOGLE_ISSUER ? 'Google' : env.OIDC_ISSUER}: addresses or @domains, separated by commas`,
    )
  }
  const issuer = new URL(env.OIDC_ISSUER)
  if (issuer.protocol === 'http:' && !isLoopback(issuer.hostname)) {
    problems.push('OIDC_ISSUER must be an https:// URL, because anyone on the way could forge sign-ins over http://')
  }
  if (env.GOOGLE_APPLICATION_CREDENTIALS !== undefined && !existsSync(env.GOOGLE_APPLICATION_CREDENTIALS)) {
    problems.push(
      `GOOGLE_APPLICATION_CREDENTIALS must be the path of a service account key file. There is no file ${env.GOOGLE_APPLICATION_CREDENTIALS}`,
    )
  }
  if (new Set(env.PUBLIC_URL.map((address) => new URL(address).protocol)).size > 1) {
    problems.push('PUBLIC_URL must list either https:// addresses or http:// addresses, not both')
  }
  if (env.DATABASE_URL !== undefined && env.SESSION_SECRET === undefined) {
    problems.push('SESSION_SECRET must be set if DATABASE_URL is set, to the same value on every node')
  }
  if (env.DATABASE_URL === undefined && env.ROLE !== 'all') {
    problems.push(
      `DATABASE_URL must be set if ROLE is ${env.ROLE}, because the embedded database supports only one process`,
    )
  }
  return problems
}

function publicNameIn({ PUBLIC_URL }: Environment): string | undefined {
  return PUBLIC_URL.find((address) => !isLoopback(new URL(address).hostname))
}

/** Where others can reach the app, as a setting says it; undefined if only programs on this machine can. */
function reachableAddress(env: Environment): string | undefined {
  return publicNameIn(env) ?? (isLoopback(env.HOST) ? undefined : `HOST=${env.HOST}`)
}

function toConfig(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR)
  const isGoogle = env.GOOGLE_APPLICATION_CREDENTIALS !== undefined || env.OIDC_CLIENT_ID !== undefined
  const sheetsUrl = env.SHEETS_API_URL ?? (isGoogle ? GOOGLE_SHEETS : undefined)
  const driveUrl = env.DRIVE_API_URL ?? (sheetsUrl === GOOGLE_SHEETS ? GOOGLE_DRIVE : sheetsUrl)
  const requestsPerMinute = sheetsUrl === undefined ? EMBEDDED_REQUESTS_PER_MINUTE : GOOGLE_REQUESTS_PER_MINUTE
  return {
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrls: env.PUBLIC_URL,
      openScreens: env.OPEN_SCREENS ?? SCREENS,
      isReachable: reachableAddress(env) !== undefined,
      metricsToken: env.METRICS_TOKEN,
    },
    database: env.DATABASE_URL === undefined ? { dataDir } : { databaseUrl: env.DATABASE_URL },
    dataDir,
    logDir: resolve(env.LOG_DIR ?? join(dataDir, 'logs')),
    signIn:
      env.OIDC_CLIENT_ID === undefined
        ? { provider: 'embedded' }
        : {
            provider: 'external',
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET ?? '',
          },
    allowedEmails: env.ALLOWED_EMAILS.map((email) => email.toLowerCase()),
    sessionSecret: env.SESSION_SECRET,
    sheets: {
      api: sheetsUrl === undefined || driveUrl === undefined ? undefined : { sheetsUrl, driveUrl },
      emulatorPort: env.EMULATOR_PORT ?? (env.PORT === 0 ? 0 : Math.min(env.PORT + 1, PORT_LIMIT)),
      serviceAccountKeyFile: env.GOOGLE_APPLICATION_CREDENTIALS,
      spreadsheetUrl: env.SPREADSHEET_URL ?? (sheetsUrl === undefined ? undefined : GOOGLE_SPREADSHEET_PAGE),
      readsPerMinute: env.READS_PER_MINUTE ?? requestsPerMinute,
      writesPerMinute: env.WRITES_PER_MINUTE ?? requestsPerMinute,
      requestTimeoutMs: env.REQUEST_TIMEOUT_SECONDS * SECOND_MS,
    },
    schedule: { timezone: env.SCHEDULE_TIMEZONE },
    queue: { workers: env.WORKERS, role: env.ROLE },
    hasSamples: env.SAMPLES === 'on',
    backups: env.BACKUPS,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
