import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type Logger } from 'pino'
import { RotatingFile } from './rotating-file.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_FILES = 5

export const OUT_FILE = 'nano_sync_out'
export const ERR_FILE = 'nano_sync_err'

/** Properties that may hold a secret, redacted at the top level and one level down. */
const secretProperties = [
  'authorization',
  'cookie',
  'password',
  'clientSecret',
  'sessionSecret',
  'codeVerifier',
  'databaseUrl',
  'private_key',
  'access_token',
  'refresh_token',
  'id_token',
]

interface LogFiles extends Disposable {
  readonly logger: Logger
}

interface Options {
  logDir: string
  now: () => Date
}

/** Logs JSON lines: everything to `nano_sync_out`, errors also to `nano_sync_err`. */
export function openLogFiles({ logDir, now }: Options): LogFiles {
  const limits = { maxBytes: MAX_FILE_BYTES, maxFiles: MAX_FILES }
  const out = new RotatingFile({ path: join(logDir, OUT_FILE), ...limits })
  const err = new RotatingFile({ path: join(logDir, ERR_FILE), ...limits })
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError },
      redact: { paths: secretProperties.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    pino.multistream([{ stream: out }, { level: 'error', stream: err }]),
  )
  return {
    logger,
    [Symbol.dispose]() {
      out[Symbol.dispose]()
      err[Symbol.dispose]()
    },
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
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined }
  return {
    type: error.name,
    message: withoutParameters(error, error.message),
    stack: error.stack && withoutParameters(error, error.stack),
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
  }
}
