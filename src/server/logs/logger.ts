import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type Logger, type LoggerOptions } from 'pino'
import { createRepeatLimit } from './repeat-limit.ts'
import { RotatingFile } from './rotating-file.ts'
import { createSourcePositions } from './source-positions.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_FILES = 5

export const OUT_FILE = 'nano_sync_out'
export const ERR_FILE = 'nano_sync_err'
export const CHANGES_FILE = 'nano_sync_changes'

/** Maximum lines with the same message. */
const MAX_REPEATS_PER_MINUTE = 300
/** Maximum length of an error's text, which may quote what a client sent. */
const MAX_TEXT_LENGTH = 10_000

/** Properties that may hold a secret, redacted at the top level and one level down. */
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

interface LogFiles extends Disposable {
  readonly logger: Logger
  /** For what people change. It has a file of its own, which nothing else can push lines out of. */
  readonly changeLogger: Logger
}

interface Options {
  logDir: string
  now: () => Date
}

/** Logs JSON lines: everything to `nano_sync_out`, errors also to `nano_sync_err`, changes also to `nano_sync_changes`. */
export function openLogFiles({ logDir, now }: Options): LogFiles {
  const open = (name: string) =>
    new RotatingFile({ path: join(logDir, name), maxBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES })
  const [out, err, changes] = [open(OUT_FILE), open(ERR_FILE), open(CHANGES_FILE)]
  const sourcePositions = createSourcePositions()
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
      pino.multistream([{ stream: out }, { level: 'error', stream: err }]),
    ),
    changeLogger: pino(options, pino.multistream([{ stream: out }, { stream: changes }])),
    [Symbol.dispose]() {
      for (const file of [out, err, changes]) file[Symbol.dispose]()
    },
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

/** The error of a failed query includes its parameters, such as cells or a session. They must not be logged. */
function withoutParameters(error: Error, text: string): string {
  if (!(error instanceof DrizzleQueryError)) return text
  return text.replace(`params: ${error.params}`, () => 'params: [redacted]')
}

const MAX_CAUSES = 5

/** Drops an error's other properties: in an HTTP client's error, they hold the request with its credentials. */
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
