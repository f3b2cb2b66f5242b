import type { MethodOptions } from '@googleapis/sheets'
import type { RequestPurpose } from '#contract/run-figures.ts'
import type { SpreadsheetFile } from '#domain/copy/named-file.ts'
import { isTemporary, ProviderError, requestError } from '#engine/provider-error.ts'
import type { AccessUsed, RequestKind, Usage } from '#engine/workbook.ts'
import type { InFlightLimit } from '#server/pace/in-flight-limit.ts'
import { findConnectionFault } from '#server/storage/connection-fault.ts'
import { type Account, describeAccount } from './account.ts'
import { type Diagnosis, diagnoseFailure, explainMissing } from './diagnose-failure.ts'
import type { Pause, Quota } from './quota.ts'
import { ReadTooHeavy } from './read-too-heavy.ts'
import { retryDelayMs, shouldRetry } from './request-retry.ts'
import type { ProviderMetrics, RequestWatch } from './request-watch.ts'
import { type FileAccess, isAccountError, type RunAccounts } from './run-accounts.ts'
import { inTrySpan } from './try-span.ts'

interface ProviderRequest<Body> extends FileAccess {
  purpose: RequestPurpose
  /** Whether sending the request twice has the same result as sending it once. */
  isIdempotent: boolean
  /** Whether the caller can send a smaller request if the provider may be overloaded. */
  canShrink?: boolean
  /** Set if the account stays in use for other requests after this request is refused. */
  isOptional?: boolean
  call(options: MethodOptions): Promise<{ data: unknown }>
  /**
   * Replaces the empty body passed to the client library, because the library would copy a large body twice. Text is sent
   * unchanged.
   */
  body?: object | string
  /** The place the request changes, for messages: `the tab 'Data'`. */
  place?: (() => string) | undefined
  /** Reads the response; as JSON by default. */
  parse?(text: string): Body
  /** Counts the cells the request read or wrote. */
  cellsIn?(body: Body): number
}

interface FailedTry {
  error: unknown
  account: Account
  tries: Tries
  /** Whether a request of this run has read the title of the file. */
  hasReadTitle: boolean
}

/** Finds a spreadsheet's title as read by an earlier request; undefined if no request has read it. */
export type FindTitle = (spreadsheetId: string) => Promise<string | undefined>

interface Tries {
  /** Number of tries sent. */
  sent: number
  /** Consecutive failures, not counting failures of accounts excluded since. */
  failures: number
  /**
   * Accounts whose token was invalidated for this request. If the provider rejects the new token too, the account is at fault.
   */
  invalidated: Set<Account>
}

interface SenderOptions {
  accounts: RunAccounts
  quota: Quota
  inFlight: InFlightLimit
  metrics: ProviderMetrics
  signal: AbortSignal
  watch: RequestWatch
  timeoutMs: number
  findTitle: FindTitle
  /** Reports until when requests wait for quota; null once they no longer wait. */
  onWait(until: Date | null): void
  pause: Pause
  random: () => number
}

export interface RequestSender {
  readonly usage: Usage
  readonly accessUsed: AccessUsed
  /**
   * @returns the response body and its size
   * @throws ProviderError, or the signal's reason once it is aborted
   */
  send<Body>(request: ProviderRequest<Body>): Promise<{ body: Body; bytes: number }>
  /** Returns how long `count` requests to a spreadsheet would wait for quota. */
  quotaWaitMs(requests: FileAccess & { count: number }): Promise<number>
  /** Waits before the next try. The wait grows with the number of failures. */
  backOff(failures: number): Promise<void>
}

/**
 * Sends the requests of one run. Each request takes a place at its spreadsheet and a slot of an account's quota, is
 * counted, and stops with the run.
 */
export function createRequestSender(options: SenderOptions): RequestSender {
  const { accounts, metrics, signal, random, timeoutMs } = options
  const { recorder } = options.watch
  const usage: Usage = { reads: 0, writes: 0, bytes: 0 }
  const accessUsed = { read: new Set<string>(), write: new Set<string>() }
  const acquireAccount = createAccountAcquirer(options)

  async function enterSpreadsheet(spreadsheetId: string) {
    using _waiting = recorder.start('waiting')
    return await options.inFlight.enter(spreadsheetId, signal)
  }

  async function backOff(failures: number) {
    using _waiting = recorder.start('waiting')
    await options.pause(retryDelayMs({ failures, random }), signal)
  }

  async function sendOnce<Body>(
    request: ProviderRequest<Body>,
    { account, tries }: Pick<FailedTry, 'account' | 'tries'>,
  ) {
    const { kind, purpose, call, body: sent, parse, cellsIn } = request
    using _transfer = recorder.start(kind === 'read' ? 'reading' : 'writing')
    const onSending = () => {
      tries.sent += 1
      recorder.sent({ kind, purpose, account, isRetry: tries.sent > 1 })
    }
    const headers = await account.authorize(signal)
    signal.throwIfAborted()
    const { data } = await call({
      headers,
      signal,
      timeout: timeoutMs,
      responseType: 'text',
      adapter: transmit({ kind, body: sent, onSending }, { usage, ...options }),
    })
    if (!account.isAnonymous) accessUsed[kind].add(account.name)
    const bytes = Buffer.byteLength(String(data))
    usage.bytes += bytes
    recorder.transferred(bytes)
    if (isPage(data)) throw requestError({ reason: 'intercepted', detail: 'a web page', about: {} })
    const body = parse ? parse(String(data)) : (JSON.parse(String(data)) as Body)
    metrics.requested({ kind, outcome: 'ok', cells: cellsIn?.(body) ?? 0 })
    return { body, bytes }
  }

  /** Resolves when the request may be sent again; throws an error with a message for users otherwise. */
  async function recover(
    request: Omit<ProviderRequest<unknown>, 'parse' | 'cellsIn'>,
    { error, account, tries, hasReadTitle }: FailedTry,
  ) {
    const { kind, isIdempotent, file } = request
    signal.throwIfAborted()
    const fault = findConnectionFault(error)
    if (fault) throw fault
    const diagnosis = error instanceof ProviderError ? undefined : diagnoseFailure(error)
    const about = { ...describeAccount(account), file, kind, place: request.place?.() ?? '' }
    const explained =
      diagnosis &&
      requestError({
        ...diagnosis,
        reason: explainMissing(diagnosis, { file, account, hasReadTitle }),
        about,
        cause: error,
      })
    const providerError = error instanceof ProviderError ? error : explained
    if (!providerError) throw error
    const { reason } = providerError
    metrics.requested({ kind, outcome: reason, cells: 0 })
    if (diagnosis?.exhausted) {
      const { exhausted, detail, consumer = detail } = diagnosis
      recorder.refused()
      await options.quota.markExhausted({ account, kind, exhausted, consumer })
      // A rejection for quota is not a failed try. A proxy's page with the same status may mean something else.
      if (/quota/i.test(detail)) return
    }
    tries.failures += 1
    const { failures, invalidated } = tries
    if (request.canShrink && isTooHeavy({ diagnosis, failures }))
      throw new ReadTooHeavy(providerError.failure, { cause: error })
    const isRateLimited = reason === 'rate_limited'
    if (shouldRetry({ isRateLimited, isUnavailable: isTemporary(providerError), isIdempotent, failures })) {
      // A rate-limited request waits for its next slot instead.
      return isRateLimited ? undefined : await backOff(failures)
    }
    // The provider may end a token before it expires.
    if (reason === 'unauthenticated' && account.invalidateToken && !invalidated.has(account)) {
      invalidated.add(account)
      return account.invalidateToken()
    }
    if (request.isOptional || !isAccountError(providerError)) throw providerError
    await accounts.exclude(account, { access: request, error: providerError })
    tries.failures = 0
  }

  async function trySending<Body>(request: ProviderRequest<Body>, tries: Tries) {
    signal.throwIfAborted()
    const askedAt = performance.now()
    using _place = await enterSpreadsheet(request.file.id)
    const account = await acquireAccount(request)
    signal.throwIfAborted()
    const waitedMs = performance.now() - askedAt
    try {
      const sent = { ...request, number: tries.failures + 1, waitedMs }
      return { account, reply: await inTrySpan(sent, () => sendOnce(request, { account, tries })) }
    } catch (error) {
      return { account, error }
    }
  }

  return {
    usage,
    accessUsed,
    backOff,
    async quotaWaitMs({ count, ...access }) {
      const { kind } = access
      return await options.quota.waitMs({ accounts: await accounts.usableFor(access), kind, count })
    },
    async send(request) {
      const tries: Tries = { sent: 0, failures: 0, invalidated: new Set() }
      let named = request
      for (;;) {
        const outcome = await trySending(named, tries)
        if (outcome.reply) return outcome.reply
        if (named === request) named = { ...request, file: await withStoredTitle(request.file, options.findTitle) }
        await recover(named, { ...outcome, tries, hasReadTitle: request.file.title !== undefined })
      }
    },
  }
}

/** Maximum failures of a read before a smaller read is tried. */
const MAX_FAILURES_OF_SIZE = 2

function isTooHeavy({ diagnosis, failures }: { diagnosis: Diagnosis | undefined; failures: number }): boolean {
  if (diagnosis?.reason === 'too_large' || diagnosis?.isOverload === 'timeout') return true
  return diagnosis?.isOverload === 'busy' && failures >= MAX_FAILURES_OF_SIZE
}

/** A captive portal answers everything with its own page. */
function isPage(data: unknown): boolean {
  return String(data).trimStart().startsWith('<')
}

/** Requests run concurrently, so the run counts as waiting while any of them waits for quota. */
function createAccountAcquirer({ quota, accounts, signal, watch, onWait }: SenderOptions) {
  let waiting = 0
  return async (access: FileAccess): Promise<Account> => {
    using _slot = watch.recorder.start('quota')
    let hasWaited = false
    try {
      return await quota.acquire({
        accounts: await accounts.usableFor(access),
        kind: access.kind,
        signal,
        onWait(until) {
          if (!hasWaited) waiting += 1
          hasWaited = true
          onWait(until)
        },
      })
    } finally {
      if (hasWaited) waiting -= 1
      if (hasWaited && waiting === 0) onWait(null)
    }
  }
}

interface Transmission {
  kind: RequestKind
  body: object | string | undefined
  /** Called right before the request is sent. */
  onSending(): void
}

function transmit(
  { kind, body, onSending }: Transmission,
  { usage, watch, signal }: Pick<SenderOptions, 'watch' | 'signal'> & { usage: Usage },
): NonNullable<MethodOptions['adapter']> {
  return async (prepared, send) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    signal.throwIfAborted()
    watch.beforeSending()
    onSending()
    if (kind === 'read') usage.reads += 1
    else usage.writes += 1
    const sentBytes = Buffer.byteLength(text ?? '')
    usage.bytes += sentBytes
    watch.recorder.transferred(sentBytes)
    try {
      return await send(text === undefined ? prepared : { ...prepared, body: text })
    } catch (error) {
      if (kind === 'write') watch.writeBrokeOff()
      throw error
    }
  }
}

async function withStoredTitle(file: SpreadsheetFile, findTitle: FindTitle): Promise<SpreadsheetFile> {
  const title = file.title ?? (await findTitle(file.id))
  return title === undefined ? file : { ...file, title }
}
