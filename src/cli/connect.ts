import { type Client, createClient } from '#client/client.ts'
import { UsageError } from './exit-codes.ts'
import { type Environment, type Login, readLogin } from './saved-login.ts'

/** Where to make calls: the environment wins over what `login` saved. */
export async function findLogin(env: Environment): Promise<Login> {
  const saved = await readLogin(env)
  const url = env['NANO_SYNC_URL'] ?? saved?.url
  // A saved token belongs to the address that it was saved with.
  const token = env['NANO_SYNC_TOKEN'] ?? (url === saved?.url ? saved?.token : undefined)
  if (url === undefined || token === undefined) {
    throw new UsageError('Sign in with `nano-sync login`, or set NANO_SYNC_URL and NANO_SYNC_TOKEN.')
  }
  return { url, token }
}

export async function connect(env: Environment, signal: AbortSignal): Promise<Client> {
  return createClient({ ...(await findLogin(env)), signal })
}
