/** The origins users open, such as `https://nano.example`. */
export interface PublicOrigins {
  /** Origin for links, and for sign-ins from unknown hosts. */
  readonly main: string
  /** Includes the main origin. */
  readonly all: readonly string[]
}

/** Names of this machine in a browser. The Turbo variant of the pages is under the last name. */
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]', 'turbo.localhost']

/**
 * Returns the configured origins, the main origin first. The default is the address of this process, or all names of this
 * machine on a loopback address with the embedded sign-in.
 */
export function publicOrigins({
  configured,
  localUrl,
  isEmbeddedSignIn,
}: {
  configured: readonly string[]
  localUrl: string
  isEmbeddedSignIn: boolean
}): PublicOrigins {
  const [main] = configured
  if (main !== undefined) return { main, all: configured }
  const { hostname, port } = new URL(localUrl)
  if (!isEmbeddedSignIn || !LOOPBACK_NAMES.includes(hostname)) return { main: localUrl, all: [localUrl] }
  return { main: localUrl, all: LOOPBACK_NAMES.map((name) => `http://${name}:${port}`) }
}

/** Finds the public origin for a `Host` header; undefined for an unknown host. Some proxies add the default port. */
export function readOrigin({ all }: PublicOrigins, host: string): string | undefined {
  const name = host.toLowerCase()
  return all.find((origin) => {
    const url = new URL(origin)
    return url.host === name || (url.port === '' && `${url.host}:${url.protocol === 'https:' ? 443 : 80}` === name)
  })
}
