import type { FastifyRequest } from 'fastify'
import { permissionDenied } from '../google-error.ts'

interface OwnAddress {
  /** The address the server listens on. */
  host: string
  /** Host name for users, if a proxy is in front of the server. */
  publicHost: string | undefined
}

/**
 * Rejects requests a browser sends for a page of another site. Also rejects requests to a name other than this server's,
 * because a web page can make its own name lead to this machine. Programs send neither an origin nor a site, and need no key.
 * @throws GoogleError 403
 */
export function refuseOtherSites(request: Pick<FastifyRequest, 'headers'>, address: OwnAddress): void {
  const { host, origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if (host !== undefined && isLocal(address.host) && !isOwnName(nameIn(host), address)) {
    throw permissionDenied('This server does not answer to this address. Open it under a name of this machine.')
  }
  // Allow navigation from a link in another page.
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none' && mode !== 'navigate'
  const isForeignOrigin = origin !== undefined && !isOwnOrigin(origin, { ...address, sentTo: host })
  if (isForeignSite || isForeignOrigin) throw permissionDenied('Requests from other origins are not allowed.')
}

function isOwnOrigin(origin: string, { sentTo, ...address }: OwnAddress & { sentTo: string | undefined }): boolean {
  const sender = URL.parse(origin)
  return sender !== null && sender.host === sentTo && isOwnName(sender.hostname, address)
}

function isOwnName(name: string | undefined, { host, publicHost }: OwnAddress): boolean {
  return name !== undefined && (isLocal(name) || name === host || name === publicHost)
}

/** Parses the name in a `Host` header, without its port. */
function nameIn(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.hostname
}

/** Whether a name or an address always leads to the machine itself. */
function isLocal(name: string): boolean {
  return /^(?:localhost|(?:[^.]+\.)*localhost|\[::1\]|::1|127(?:\.\d{1,3}){3})$/.test(name)
}
