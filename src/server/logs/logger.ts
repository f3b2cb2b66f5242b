import { join } from 'node:path'
import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type Logger } from 'pino'
import { openRotatingFile } from './rotating-file.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024
const KEPT_FILES = 5

export const OUT_FILE = 'nano_sync_out'
export const ERR_FILE = 'nano_sync_err'

/** Names under which a secret could be logged by mistake, at the top and one level down. */
const secretNames = [
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

interface LogFiles extends AsyncDisposable {
  readonly logger: Logger
  /** Puts on disk what was logged, before the process ends in a hurry. */
  flushSync(): void
}

interface Options {
  logDir: string
  now: () => Date
}

/** Logs JSON lines: everything to `nano_sync_out`, errors also to `nano_sync_err`. */
export async function openLogFiles({ logDir, now }: Options): Promise<LogFiles> {
  const limits = { maxBytes: MAX_FILE_BYTES, keptFiles: KEPT_FILES }
  const out = await openRotatingFile({ path: join(logDir, OUT_FILE), ...limits })
  const err = await openRotatingFile({ path: join(logDir, ERR_FILE), ...limits })
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError },
      redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    },
    pino.multistream([{ stream: out }, { level: 'error', stream: err }]),
  )
  return {
    logger,
    flushSync() {
      out.flushSync()
      err.flushSync()
    },
    async [Symbol.asyncDispose]() {
      await out[Symbol.asyncDispose]()
      await err[Symbol.asyncDispose]()
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

/** A failed query is told with the values it was given: cells of a sheet, a session. Its text alone is enough. */
function withoutParameters(error: Error, text: string): string {
  if (!(error instanceof DrizzleQueryError)) return text
  const shown = `params: ${error.params}`
  return text.replace(shown, () => 'params: [left out]')
}

const MAX_CAUSES = 5

/** An error without its other properties: those of an HTTP client's hold the request with its credentials. */
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
