import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { SECOND_MS } from '#domain/time.ts'
import { type AddressRules, bareHost, isAllowed, isPublic, problemWithUrl, refusedAddress } from './receiver-address.ts'

const TIMEOUT_MS = 10 * SECOND_MS
const MAX_ANSWER_BYTES = 64 * 1024

export interface JsonRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export interface PostSettings extends AddressRules {
  readonly proxyEnvironment: Readonly<Record<string, string>>
  /** Time to wait for an answer. Tests shorten it. */
  readonly timeoutMs?: number
  /** Resolves host names. Tests replace it to use their own addresses. */
  readonly resolveName?: ResolveName
  /** Whether the answer of an address may be shown. Tests replace it, because they have no public addresses. */
  readonly isShown?: (address: string) => boolean
}

type ResolveName = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface HttpAnswer {
  readonly status: number
  /** Text of the answer. Empty unless it came from a public address, so answers of private networks stay private. */
  readonly text: string
  readonly retryAfterMs: number | undefined
}

/** No answer arrived. The message explains why to users. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/**
 * Posts JSON to a receiver chosen by a member. The host name is resolved once, and only an allowed address is contacted.
 * Redirects are not followed. If there is a proxy, it resolves names and decides on allowed addresses.
 *
 * @throws NoAnswer
 */
export async function postJson(
  { url: address, headers, body, signal }: JsonRequest,
  { proxyEnvironment, timeoutMs = TIMEOUT_MS, resolveName = lookup, isShown = isPublic, ...rules }: PostSettings,
): Promise<HttpAnswer> {
  const problem = problemWithUrl(address, rules)
  if (problem !== undefined) throw new NoAnswer(problem)
  const url = new URL(address)
  const host = bareHost(url)
  // Do not reuse connections: a connection opened by another part of the app was not checked.
  const agentOptions = { keepAlive: false, proxyEnv: { ...proxyEnvironment } }
  const isHttps = url.protocol === 'https:'
  const timeout = AbortSignal.timeout(timeoutMs)
  const options: RequestOptions = {
    method: 'POST',
    agent: isHttps ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Nano-Sync',
      ...headers,
    },
    lookup: allowedLookup({ host, resolveName, ...rules }),
    signal: AbortSignal.any([signal, timeout]),
  }
  try {
    const response = await send(isHttps ? requestHttps : requestHttp, { url, options, body })
    const { remoteAddress } = response.socket
    const start = await readStart(response)
    const text = remoteAddress !== undefined && isShown(remoteAddress) ? start : ''
    return { status: response.statusCode ?? 0, text, retryAfterMs: readRetryAfter(response) }
  } catch (error) {
    if (timeout.aborted) throw new NoAnswer(`No answer within ${timeoutMs / SECOND_MS} s`, { cause: error })
    throw new NoAnswer(explain(error, host), { cause: error })
  }
}

interface Sent {
  url: URL
  options: RequestOptions
  body: string
}

function send(request: typeof requestHttp, { url, options, body }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body)
  })
}

/** Reads the beginning of an answer without receiving the rest. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')
}

/** Resolves the receiver's name to allowed addresses only. Any other name belongs to the proxy from the settings. */
function allowedLookup({
  host,
  resolveName,
  ...rules
}: AddressRules & { host: string; resolveName: ResolveName }): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const allowed =
        hostname === host ? addresses.filter(({ address }) => isAllowed(address, { host, ...rules })) : addresses
      const [first] = allowed
      if (!first) return callback(new NoAnswer(refusedAddress(host)), [])
      if (options.all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}

function readRetryAfter({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND_MS : undefined
}

const causes: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'its name could not be resolved',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  ETIMEDOUT: 'it could not be reached',
  EHOSTUNREACH: 'it could not be reached',
  ENETUNREACH: 'it could not be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

function explain(error: unknown, host: string): string {
  if (error instanceof NoAnswer) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const cause = causes[code] ?? (code === '' ? 'the request failed' : `the request failed (${code})`)
  return `No answer from ${host}: ${cause}`
}
