import { type Client, createClient } from '#client/client.ts'
import { cleanText } from '#contract/field.ts'
import { isLoopback } from '#domain/is-loopback.ts'
import { UsageError } from './exit-codes.ts'
import { type Environment, type Login, readLogin } from './saved-login.ts'

export interface Security {
  /** Whether the token may be sent unencrypted, so the network can read it. */
  isInsecure: boolean
}

/** Finds the address and token for calls. The environment has priority over the saved login. */
export async function findLogin(env: Environment, security: Security): Promise<Login> {
  const saved = await readLogin(env)
  const given = env['NANO_SYNC_URL']
  const url = given === undefined ? saved?.url : readAddress(given, 'NANO_SYNC_URL must be the address of Nano Sync')
  // Use a saved token only for the address it was saved with.
  const token = env['NANO_SYNC_TOKEN'] ?? (url === saved?.url ? saved?.token : undefined)
  if (url === undefined || token === undefined) {
    throw new UsageError('Sign in with `nano-sync login`, or set NANO_SYNC_URL and NANO_SYNC_TOKEN.')
  }
  requireSecure(url, security)
  return { url, token: cleanText(token) }
}

/**
 * Parses a server address, e.g. https://sync.example.com. Without a scheme, a remote host gets https.
 *
 * @throws UsageError, beginning with `problem`, if the text is not an address
 */
export function readAddress(pasted: string, problem: string): string {
  const text = cleanText(pasted)
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? URL.parse(text) : withScheme(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${problem}, such as https://sync.example.com.`)
  return url.origin
}

function withScheme(address: string): URL | null {
  const url = URL.parse(`https://${address}`)
  return url && isLoopback(url.hostname) ? URL.parse(`http://${address}`) : url
}

/** @throws UsageError for an address that would receive the token unencrypted */
export function requireSecure(url: string, { isInsecure }: Security): void {
  const address = URL.parse(url)
  if (isInsecure || address?.protocol !== 'http:' || isLoopback(address.hostname)) return
  throw new UsageError(
    `${url} is not encrypted: anyone on the way could read the API token. Use https://, or --insecure to send it anyway.`,
  )
}

export async function connect(
  env: Environment,
  { signal, ...security }: Security & { signal: AbortSignal },
): Promise<Client> {
  return createClient({ ...(await findLogin(env, security)), signal })
}
