import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '#domain/is-loopback.ts'

export interface OperatorAccess {
  /** Token for operators. If it is undefined, no token gives access. */
  readonly metricsToken: string | undefined
  /** Whether other machines can reach this installation, directly or through a proxy. */
  readonly isReachable: boolean
}

type Caller = Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/** Headers that proxies add to the requests they forward. */
const FORWARDED = /^(forwarded|x-forwarded-.+|x-real-ip|via)$/
const BEARER = /^bearer +/i

/**
 * Whether a request without a session may read data meant for operators. A program on this machine needs no token,
 * unless other machines can reach the app: behind a proxy on the same machine, every request comes from a loopback
 * address, and not every proxy adds a header.
 */
export function isOperator(request: Caller, { metricsToken, isReachable }: OperatorAccess): boolean {
  const { authorization = '' } = request.headers
  if (metricsToken !== undefined && BEARER.test(authorization)) {
    return isSameSecret(authorization.replace(BEARER, ''), metricsToken)
  }
  return !isReachable && isLocal(request)
}

function isLocal({ headers, socket }: Caller): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopback(address) && !Object.keys(headers).some((name) => FORWARDED.test(name))
}

/** Compares in constant time, so the secret cannot be guessed letter by letter. */
function isSameSecret(text: string, secret: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(digest(text), digest(secret))
}
