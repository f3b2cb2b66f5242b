import type { MethodOptions } from '@googleapis/sheets'
import { shouldRetry, retryDelayMs } from '#domain/copy/request-retry.ts'
import type { Account } from './account.ts'
import { diagnoseFailure } from './diagnose-failure.ts'
import { explainFailure } from './explain-failure.ts'
import type { Pause } from './pause.ts'
import { ProviderError } from './provider-error.ts'
import type { Quota, RequestKind } from './quota.ts'
import { type FileAccess, isAccountError, type RunAccounts } from './run-accounts.ts'

export interface ProviderMetrics {
  /** One request was answered; `outcome` is 'ok' or the reason why not. */
  requested(event: { kind: RequestKind; outcome: string; cells: number }): void
}

/** What the requests of one run add up to; every try counts. */
export interface Usage {
  reads: number
  writes: number
  /** Bodies sent and received, unpacked. */
  bytes: number
}

/** One request, and again when it may be repeated. */
interface ProviderRequest<Body> extends FileAccess {
  /** Sending it twice has the same result as sending it once. */
  isIdempotent: boolean
  call(options: MethodOptions): Promise<{ data: unknown }>
  /** Sent in the place of the empty body given to the client library, which would copy a large one twice over. */
  body?: object
  /** How many cells it read or wrote. */
  cellsIn?(body: Body): number
}

interface FailedSend {
  error: unknown
  account: Account
  tries: Tries
}

interface Tries {
  /** In a row, by accounts that are still used. */
  failures: number
  /** Accounts whose token this request had discarded; a second one that is not accepted is no accident. */
  discarded: Set<Account>
}

interface SenderOptions {
  accounts: RunAccounts
  quota: Quota
  metrics: ProviderMetrics
  signal: AbortSignal
  /** Tells until when a request waits for quota; null when it no longer does. */
  onWait(until: Date | null): void
  pause: Pause
  random: () => number
}

export interface RequestSender {
  readonly usage: Usage
  /**
   * @returns the body of the answer and its size
   * @throws ProviderError, or the signal's reason once that is aborted
   */
  send<Body>(request: ProviderRequest<Body>): Promise<{ body: Body; bytes: number }>
  /** Waits as long as befits a request that failed that many times. */
  backOff(failures: number): Promise<void>
}

const TIMEOUT_MS = 180_000

/** Sends the requests of one run: each takes a slot of the quota of an account, is counted, and stops with the run. */
export function createRequestSender(options: SenderOptions): RequestSender {
  const { accounts, metrics, signal, random } = options
  const usage: Usage = { reads: 0, writes: 0, bytes: 0 }
  const takeSlot = slotTaker(options)
  const backOff = (failures: number) => options.pause(retryDelayMs({ failures, random }), signal)

  async function sendOnce<Body>({ kind, call, body: sent, cellsIn }: ProviderRequest<Body>, account: Account) {
    const headers = await account.authorize()
    signal.throwIfAborted()
    if (kind === 'read') usage.reads += 1
    else usage.writes += 1
    const { data } = await call({
      headers,
      signal,
      timeout: TIMEOUT_MS,
      responseType: 'text',
      adapter: withBody(sent, usage),
    })
    const bytes = Buffer.byteLength(String(data))
    usage.bytes += bytes
    const body = JSON.parse(String(data)) as Body
    metrics.requested({ kind, outcome: 'ok', cells: cellsIn?.(body) ?? 0 })
    return { body, bytes }
  }

  /** Resolves when the request may be sent again, else throws what a person should read. */
  async function recover(request: ProviderRequest<never>, { error, account, tries }: FailedSend) {
    const { kind, isIdempotent, file } = request
    const { failures, discarded } = tries
    signal.throwIfAborted()
    const diagnosis = diagnoseFailure(error)
    if (!diagnosis) throw error
    const { reason, detail, exhausted } = diagnosis
    metrics.requested({ kind, outcome: reason, cells: 0 })
    if (exhausted) await options.quota.drain({ account, kind, exhausted })
    const isRateLimited = reason === 'rate_limited'
    if (shouldRetry({ isRateLimited, isUnavailable: reason === 'unavailable', isIdempotent, failures })) {
      // What waits for quota waits at its next slot.
      return isRateLimited ? undefined : await backOff(failures)
    }
    // The provider may end a token before its time.
    if (reason === 'unauthenticated' && account.invalidateToken && !discarded.has(account)) {
      discarded.add(account)
      return account.invalidateToken()
    }
    const fault =
      error instanceof ProviderError
        ? error
        : explainFailure({ reason, detail, about: { account: account.name, file, kind }, cause: error })
    if (!isAccountError(fault)) throw fault
    await accounts.exclude(account, { use: request, fault })
    tries.failures = 0
  }

  return {
    usage,
    backOff,
    async send(request) {
      const tries: Tries = { failures: 0, discarded: new Set() }
      for (;;) {
        signal.throwIfAborted()
        const account = await takeSlot(request)
        try {
          return await sendOnce(request, account)
        } catch (error) {
          tries.failures += 1
          await recover(request, { error, account, tries })
        }
      }
    },
  }
}

/** Requests go out side by side: the run waits as long as one of them does. */
function slotTaker({ quota, accounts, signal, onWait }: SenderOptions): (use: FileAccess) => Promise<Account> {
  let waiters = 0
  return async (use) => {
    let hasWaited = false
    try {
      return await quota.take({
        accounts: await accounts.usableFor(use),
        kind: use.kind,
        signal,
        onWait(until) {
          if (!hasWaited) waiters += 1
          hasWaited = true
          onWait(until)
        },
      })
    } finally {
      if (hasWaited) waiters -= 1
      if (hasWaited && waiters === 0) onWait(null)
    }
  }
}

function withBody(body: object | undefined, usage: Usage): NonNullable<MethodOptions['adapter']> {
  return (prepared, send) => {
    if (body === undefined) return send(prepared)
    const text = JSON.stringify(body)
    usage.bytes += Buffer.byteLength(text)
    return send({ ...prepared, body: text })
  }
}
