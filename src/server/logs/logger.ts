import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type Logger, type LoggerOptions } from 'pino'
import type { LogTarget } from '#server/config/config.ts'
import { createRepeatLimit } from './repeat-limit.ts'
import { RotatingFile } from './rotating-file.ts'
import { createSourcePositions } from './source-positions.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_FILES = 5

export const OUT_FILE = 'nano_sync_out'
export const ERR_FILE = 'nano_sync_err'
export const CHANGES_FILE = 'nano_sync_changes'

/** Standard output through `console.log`, so a reader that goes away ends neither the process nor the other logs. */
const STDOUT = { write: (line: string) => console.log(line.trimEnd()) }

/** Maximum lines with the same message per minute. */
const MAX_REPEATS_PER_MINUTE = 300
/** Maximum length of an error's text, which may quote a client's input. */
const MAX_TEXT_LENGTH = 10_000

/** Properties that may contain a secret, redacted at the top level and in nested objects of the next level. */
const secretProperties = [
  'authorization',
  'cookie',
  'password',
  'clientSecret',
  'sessionSecrets',
  'tokenSecrets',
  'codeVerifier',
  'databaseUrl',
  'private_key',
  'access_token',
  'refresh_token',
  'id_token',
]

interface Logs extends Disposable {
  readonly logger: Logger
  /** Logs changes by people to a separate file, so no other lines can push changes out of it. */
  readonly changeLogger: Logger
}

interface Options {
  logDir: string
  logTo: LogTarget
  now: () => Date
}

/**
 * Opens logs of JSON lines. In files, everything goes to `nano_sync_out`, errors also to `nano_sync_err`, and changes also to
 * `nano_sync_changes`. On standard output, every line appears once.
 */
export function openLogs({ logDir, logTo, now }: Options): Logs {
  using opened = new DisposableStack()
  const open = (name: string) =>
    logTo === 'stdout'
      ? []
      : [opened.use(new RotatingFile({ path: join(logDir, name), maxBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES }))]
  const stdout = logTo === 'files' ? [] : [{ stream: STDOUT }]
  const out = open(OUT_FILE).map((stream) => ({ stream }))
  const err = open(ERR_FILE).map((stream) => ({ level: 'error' as const, stream }))
  const changes = open(CHANGES_FILE).map((stream) => ({ stream }))
  const sourcePositions = createSourcePositions()
  const files = opened.move()
  const options: LoggerOptions = {
    base: null,
    timestamp: () => `,"time":"${now().toISOString()}"`,
    formatters: { level: (level) => ({ level }) },
    serializers: { err: (error) => describeError(error, sourcePositions) },
    redact: { paths: secretProperties.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  }
  return {
    logger: pino(
      { ...options, hooks: { logMethod: limitRepeats(now) } },
      pino.multistream([...stdout, ...out, ...err]),
    ),
    changeLogger: pino(options, pino.multistream([...stdout, ...out, ...changes])),
    [Symbol.dispose]: () => files.dispose(),
  }
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

function limitRepeats(now: () => Date): LogMethod {
  const check = createRepeatLimit({ maxPerMinute: MAX_REPEATS_PER_MINUTE, now })
  return function write(args, method) {
    const message = args.find((arg) => typeof arg === 'string') ?? ''
    const { isAdmitted, heldBack } = check(message)
    if (heldBack > 0) method.call(this, { heldBack, repeated: message }, 'Suppressed repeated lines')
    if (isAdmitted) method.apply(this, args)
  }
}

interface DescribedError {
  type: string
  message: string
  stack: string | undefined
  code?: unknown
  cause?: DescribedError
}

/** Redacts the parameters of a failed query, such as cells or a session, from the text of its error. */
function withoutParameters(error: Error, text: string): string {
  if (!(error instanceof DrizzleQueryError)) return text
  return text.replace(`params: ${error.params}`, () => 'params: [redacted]')
}

const MAX_CAUSES = 5

/**
 * Describes an error without its other properties. In an HTTP client's error, these contain the request with its credentials.
 */
function describeError(error: unknown, sourcePositions: (stack: string) => string, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined }
  return {
    type: error.name,
    message: withoutParameters(error, error.message).slice(0, MAX_TEXT_LENGTH),
    stack: error.stack && sourcePositions(withoutParameters(error, error.stack).slice(0, MAX_TEXT_LENGTH)),
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined &&
      depth < MAX_CAUSES && { cause: describeError(error.cause, sourcePositions, depth + 1) }),
  }
}
