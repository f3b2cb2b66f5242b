import { password, text } from '@clack/prompts'
import { createClient } from '#client/client.ts'
import { api } from '#contract/api.ts'
import { TOKEN_PREFIX } from '#contract/api-token.ts'
import type { AuthState } from '#contract/auth.ts'
import { cleanText } from '#contract/field.ts'
import { settingsPlace } from '#contract/settings-labels.ts'
import type { Input } from './command-parts.ts'
import { readAddress, requireSecure, type Security } from './connect.ts'
import { UsageError } from './exit-codes.ts'
import type { Output } from './output.ts'
import { deleteLogin, type Environment, saveLogin } from './saved-login.ts'

interface Options extends Security {
  url: string | undefined
  env: Environment
  output: Output
  input: Input
}

/** Checks an API token, from a person or from standard input, and saves it with the address. */
export async function logIn({ url: given, env, output, input, isInsecure }: Options): Promise<void> {
  const asks = input.isTTY
  const address = given ?? env['NANO_SYNC_URL'] ?? (asks ? await ask(text({ message: 'Address', input })) : '')
  const url = readAddress(address, 'Give the address of Nano Sync')
  requireSecure(url, { isInsecure })
  const message = `API token, from ${url}/settings/tokens`
  const token = cleanText(asks ? await ask(password({ message, input })) : await readAll(input))
  if (!token.startsWith(TOKEN_PREFIX)) throw new UsageError(`An API token begins with ${TOKEN_PREFIX}.`)
  const { user } = await createClient({ url, token }).call(api.auth.check)
  if (!user)
    throw new UsageError(
      `Nano Sync does not accept this token. Create another one under ${settingsPlace('apiTokens')}.`,
    )
  await saveLogin({ url, token }, env)
  output.line(`Signed in to ${url} as ${user.email}.`)
}

/** Deletes the saved login. The token stays valid, because other programs may use it. */
export async function logOut({ env, output }: Pick<Options, 'env' | 'output'>): Promise<void> {
  const login = await deleteLogin(env)
  if (!login) return output.line('No login was saved.')
  output.line(`Signed out of ${login.url}. To end the token itself, revoke it under ${settingsPlace('apiTokens')}.`)
}

/** @throws UsageError if the server does not know the token */
export function showLogin({ url, state, output }: { url: string; state: AuthState; output: Output }): void {
  const { user, administrators } = state
  if (!user) throw new UsageError(`Nano Sync at ${url} does not accept this token. Sign in with \`nano-sync login\`.`)
  output.line(`${user.email} at ${url}${administrators?.is_me ? ', administrator' : ''}`)
}

async function ask(answer: Promise<string | symbol>): Promise<string> {
  const text = await answer
  if (typeof text === 'symbol') throw new UsageError('Nothing was saved.')
  return text
}

async function readAll(input: Input): Promise<string> {
  let all = ''
  for await (const chunk of input.setEncoding('utf8')) all += chunk
  return all
}
