import { join, resolve } from 'node:path'
import { z } from 'zod'
import { OPEN_SCREENS, type OpenScreen, openScreenUses } from '#contract/route.ts'
import { DEFAULT_TIMEZONE } from '#contract/schedule.ts'
import { isLoopback } from '#domain/is-loopback.ts'
import { trustedProxies } from './address-ranges.ts'
import { type AdminSettings, adminEnvironment, adminProblems, adminSettings } from './admin-settings.ts'
import { type AlertSettings, alertEnvironment, alertProblems, alertSettings } from './alert-settings.ts'
import {
  googleEnvironment,
  googleProblems,
  pickerSettings,
  type SheetsSettings,
  sheetsSettings,
} from './google-settings.ts'
import { allowedEmails } from './mail-lists.ts'
import { nameFileSetting, readSecretFiles } from './secret-files.ts'
import { SECRET_NAMES } from './setting-docs.ts'
import { isTimeZone, NONE, origin, secret, secrets, url, wholeNumber, words, wordsOrNone } from './setting-schemas.ts'
import { findUnknownSettings, type UnknownSetting } from './unknown-settings.ts'

export const GOOGLE_ISSUER = 'https://accounts.google.com'
export const DEFAULT_CONNECTIONS = 20
const PORT_LIMIT = 65_535
const BYTES_PER_MB = 1_000_000

const LOG_TARGETS = ['stdout', 'files', 'both'] as const
export type LogTarget = (typeof LOG_TARGETS)[number]

/** The settings of this installation. */
export interface Config {
  readonly http: {
    readonly host: string
    readonly port: number
    /** Public origins, the main origin first; empty means the URL of this process. */
    readonly publicUrls: readonly string[]
    readonly openScreens: readonly OpenScreen[]
    /** Addresses and ranges of the proxies whose X-Forwarded-For is trusted. */
    readonly trustedProxies: readonly string[]
    /** Whether other machines can reach the app, directly or through a proxy. */
    readonly isReachable: boolean
    /** Token for reading metrics; undefined means that no program can. */
    readonly metricsToken: string | undefined
  }
  readonly database: { readonly databaseUrl: string; readonly connections: number } | { readonly dataDir: string }
  readonly dataDir: string
  readonly logDir: string
  readonly logTo: LogTarget
  readonly signIn:
    | { readonly provider: 'embedded' }
    | {
        readonly provider: 'external'
        readonly issuer: string
        readonly clientId: string
        readonly clientSecret: string
        /** Google's Picker, with which people choose the files to connect; undefined if they connect all files. */
        readonly picker: { readonly apiKey: string; readonly projectNumber: string } | undefined
      }
  readonly allowedEmails: readonly string[]
  /** People who may change settings of the whole installation; undefined if everybody may. */
  readonly administrators: AdminSettings | undefined
  /**
   * Secrets of session cookies. The first secret signs, and all are accepted. Empty means a generated secret in the data
   * folder.
   */
  readonly sessionSecrets: readonly string[]
  /** Secrets of stored tokens. The first secret encrypts, and all can decrypt. Empty means the session secrets. */
  readonly tokenSecrets: readonly string[]
  readonly sheets: SheetsSettings & { readonly emulatorPort: number }
  readonly schedule: { readonly timezone: string }
  readonly queue: { readonly workers: number; readonly role: 'web' | 'worker' | 'all'; readonly historyBytes: number }
  readonly alerts: AlertSettings
  readonly hasSamples: boolean
  /** Number of nightly backups of the embedded database to keep; 0 disables them. */
  readonly backups: number
  /** Shell command to run after each backup; undefined runs none. */
  readonly backupCommand: string | undefined
  /** Root URL of an OpenTelemetry collector for OTLP over HTTP; undefined disables traces. */
  readonly tracesTo: string | undefined
  /** Unknown variables that look like settings. */
  readonly unknownSettings: readonly UnknownSetting[]
}

/** Whether people pick the files they connect. */
export function usesPicker(signIn: Config['signIn']): boolean {
  return signIn.provider === 'external' && signIn.picker !== undefined
}

/** The settings are invalid. The message lists all problems and how to fix them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber('PORT', { min: 0, max: PORT_LIMIT }).default(3000),
  EMULATOR_PORT: wholeNumber('EMULATOR_PORT', { min: 0, max: PORT_LIMIT }).optional(),
  DATA_DIR: z.string().default('./data'),
  LOG_DIR: z.string().optional(),
  LOG_TO: z.enum(LOG_TARGETS, { error: 'LOG_TO must be stdout, files or both' }).optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL must look like postgres://user:password@host:5432/name' })
    .optional(),
  DATABASE_CONNECTIONS: wholeNumber('DATABASE_CONNECTIONS', { min: 2, max: 1000 }).default(DEFAULT_CONNECTIONS),
  PUBLIC_URL: words.pipe(z.array(origin('PUBLIC_URL'))).default([]),
  OIDC_ISSUER: url('OIDC_ISSUER')
    .refine((text) => !/[?#]/.test(text), 'OIDC_ISSUER must be an address without ? and #')
    .default(GOOGLE_ISSUER),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  ALLOWED_EMAILS: allowedEmails('ALLOWED_EMAILS').default([]),
  ...adminEnvironment,
  SESSION_SECRET: secrets('SESSION_SECRET'),
  TOKEN_SECRET: secrets('TOKEN_SECRET'),
  ...googleEnvironment,
  SCHEDULE_TIMEZONE: z
    .string()
    .refine(isTimeZone, `SCHEDULE_TIMEZONE must be the name of a time zone, such as ${DEFAULT_TIMEZONE}`)
    .default(DEFAULT_TIMEZONE),
  OPEN_SCREENS: wordsOrNone({
    name: 'OPEN_SCREENS',
    fix: 'List the screens that need no sign-in, separated by commas, or set it to none to require sign-in everywhere',
  })
    .pipe(
      z.array(
        z.enum(OPEN_SCREENS, {
          error: `OPEN_SCREENS must be ${NONE}, or one or more of ${OPEN_SCREENS.join(', ')}, separated by commas`,
        }),
      ),
    )
    .optional(),
  TRUSTED_PROXIES: trustedProxies('TRUSTED_PROXIES').default(['loopback']),
  METRICS_TOKEN: secret('METRICS_TOKEN')
    .regex(/^[\x21-\x7e]+$/, 'METRICS_TOKEN must have letters, digits and signs in ASCII only')
    .optional(),
  WORKERS: wholeNumber('WORKERS', { min: 1, max: 1000 }).default(8),
  ROLE: z.enum(['web', 'worker', 'all'], { error: 'ROLE must be web, worker or all' }).default('all'),
  HISTORY_MB: wholeNumber('HISTORY_MB', { min: 100, max: 1_000_000 }).default(2000),
  ...alertEnvironment,
  SAMPLES: z.enum(['on', 'none'], { error: 'SAMPLES must be on or none' }).default('on'),
  BACKUP_COMMAND: z.string().optional(),
  BACKUPS: wholeNumber('BACKUPS', { min: 0, max: 1000 }).default(7),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('OTEL_EXPORTER_OTLP_ENDPOINT').optional(),
})
type Environment = z.infer<typeof Environment>
export type SettingName = keyof Environment

/** Names of all settings, except variables that name files of secrets. */
export const SETTINGS = Object.keys(Environment.shape)
/** Settings whose own schemas explain an empty value. */
const EXPLAINED_WHEN_EMPTY: ReadonlySet<string> = new Set(['ALLOWED_EMAILS', 'OPEN_SCREENS', 'TRUSTED_PROXIES'])

interface ReadOptions {
  /** Whether a person reads standard output. If so, logs only go to files by default. */
  isOnTerminal?: boolean
}

/**
 * Reads the settings from environment variables. An empty variable is a problem: somebody may have forgotten to fill it in, and
 * its default may let more people in.
 *
 * @throws ConfigError listing all problems and how to fix them
 */
export function readConfig(
  variables: Readonly<Record<string, string | undefined>>,
  { isOnTerminal = true }: ReadOptions = {},
): Config {
  const { environment, problems: fileProblems } = readSecretFiles(variables, SECRET_NAMES)
  const empty = SETTINGS.filter((name) => environment[name]?.trim() === '' && !EXPLAINED_WHEN_EMPTY.has(name))
  const set = Object.fromEntries(Object.entries(environment).filter(([name]) => !empty.includes(name)))
  const parsed = Environment.safeParse(set)
  const problems = [
    ...fileProblems,
    ...empty.map((name) => `${name} is empty. Give it a value, or remove it to use its default`),
    ...(parsed.success ? conflictsIn(parsed.data) : parsed.error.issues.map((issue) => issue.message)),
  ]
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(
      ['Nano Sync cannot start with these settings:', ...problems.map((problem) => `- ${problem}`)].join('\n'),
    )
  }
  return toConfig(parsed.data, { environment, isOnTerminal })
}

/** Finds problems that involve several settings or the file system. */
function conflictsIn(env: Environment): string[] {
  const hasGroups = env.OIDC_CLIENT_ID !== undefined && env.OIDC_ISSUER !== GOOGLE_ISSUER
  const problems = [
    ...googleProblems(env),
    ...alertProblems(env),
    ...adminProblems(env, { allowedEmails: lowerCase(env.ALLOWED_EMAILS), hasGroups }),
  ]
  if (env.OIDC_CLIENT_ID === undefined && !isLoopback(env.HOST)) {
    problems.push(
      `HOST must be a loopback address, such as 127.0.0.1, because the embedded sign-in lets anyone in. To use HOST=${env.HOST}, set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET`,
    )
  }
  if (env.SHEETS === 'embedded' && env.OIDC_CLIENT_ID !== undefined && !isLoopback(env.HOST)) {
    problems.push(
      `HOST must be a loopback address if SHEETS is embedded, because the embedded spreadsheets let anyone in. To use HOST=${env.HOST}, set SHEETS to google. To let others use the app with embedded spreadsheets, put a proxy on this machine in front of it`,
    )
  }
  if (env.OIDC_CLIENT_ID !== undefined && env.OIDC_CLIENT_SECRET === undefined) {
    problems.push('OIDC_CLIENT_SECRET must be set if OIDC_CLIENT_ID is set')
  }
  if (
    env.OIDC_CLIENT_ID !== undefined &&
    !isLoopback(env.HOST) &&
    env.PUBLIC_URL.length === 0 &&
    env.ROLE !== 'worker'
  ) {
    problems.push(
      `PUBLIC_URL must be set if HOST is ${env.HOST}: the address that users open, such as https://nano.example, to which the sign-in provider sends them back`,
    )
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
      `OPEN_SCREENS must be chosen, because others can reach Nano Sync at ${reachedAt}. Anyone can use an open screen without signing in: ${OPEN_SCREENS.map((screen) => `${screen} to ${openScreenUses[screen]}`).join(', ')}. Set OPEN_SCREENS to none to require sign-in everywhere, or to one or more of ${OPEN_SCREENS.join(', ')}, separated by commas`,
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
  if (new Set(env.PUBLIC_URL.map((address) => new URL(address).protocol)).size > 1) {
    problems.push('PUBLIC_URL must list either https:// addresses or http:// addresses, not both')
  }
  if (env.DATABASE_URL !== undefined && env.SESSION_SECRET.length === 0) {
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

/** Returns the setting that makes the app reachable; undefined if only programs on this machine can reach it. */
function reachableAddress(env: Environment): string | undefined {
  return publicNameIn(env) ?? (isLoopback(env.HOST) ? undefined : `HOST=${env.HOST}`)
}

interface Surroundings extends Required<ReadOptions> {
  environment: Parameters<typeof readConfig>[0]
}

function toConfig(env: Environment, { environment, isOnTerminal }: Surroundings): Config {
  const dataDir = resolve(env.DATA_DIR)
  const isReachable = reachableAddress(env) !== undefined
  return {
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrls: env.PUBLIC_URL,
      openScreens: env.OPEN_SCREENS ?? OPEN_SCREENS,
      trustedProxies: env.TRUSTED_PROXIES,
      isReachable,
      metricsToken: env.METRICS_TOKEN,
    },
    database:
      env.DATABASE_URL === undefined
        ? { dataDir }
        : { databaseUrl: env.DATABASE_URL, connections: env.DATABASE_CONNECTIONS },
    dataDir,
    logDir: resolve(env.LOG_DIR ?? join(dataDir, 'logs')),
    logTo: env.LOG_TO ?? (isOnTerminal ? 'files' : 'both'),
    signIn:
      env.OIDC_CLIENT_ID === undefined
        ? { provider: 'embedded' }
        : {
            provider: 'external',
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET ?? '',
            picker: pickerSettings(env),
          },
    allowedEmails: lowerCase(env.ALLOWED_EMAILS),
    administrators: adminSettings(env),
    sessionSecrets: env.SESSION_SECRET,
    tokenSecrets: env.TOKEN_SECRET,
    sheets: {
      ...sheetsSettings(env),
      emulatorPort: env.EMULATOR_PORT ?? (env.PORT === 0 ? 0 : Math.min(env.PORT + 1, PORT_LIMIT)),
    },
    schedule: { timezone: env.SCHEDULE_TIMEZONE },
    queue: { workers: env.WORKERS, role: env.ROLE, historyBytes: env.HISTORY_MB * BYTES_PER_MB },
    alerts: alertSettings(env, { environment, isReachable }),
    hasSamples: env.SAMPLES === 'on',
    backups: env.BACKUPS,
    backupCommand: env.BACKUP_COMMAND,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    unknownSettings: findUnknownSettings(environment, [...SETTINGS, ...SECRET_NAMES.map(nameFileSetting)]),
  }
}

function lowerCase(emails: readonly string[]): string[] {
  return emails.map((email) => email.toLowerCase())
}
