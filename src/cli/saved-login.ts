import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const SavedLogin = z.object({ url: z.string(), token: z.string() })

/** Address of a Nano Sync server with an API token for it. */
export type Login = z.infer<typeof SavedLogin>

export type Environment = Readonly<Record<string, string | undefined>>

/** Path of the file in which `login` saves the address and the token. */
function loginFile(env: Environment): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'nano-sync', 'login.json')
}

/** Reads the saved login; undefined before the first `login`, or if the file has another format. */
export async function readLogin(env: Environment): Promise<Login | undefined> {
  const text = await readFile(loginFile(env), 'utf8').catch(() => undefined)
  try {
    return SavedLogin.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}

/** Deletes the saved login, and returns it if there was any. */
export async function deleteLogin(env: Environment): Promise<Login | undefined> {
  const login = await readLogin(env)
  await rm(loginFile(env), { force: true })
  return login
}

/** Saves a login. Only the current user can read the file, even if an earlier file was readable for everybody. */
export async function saveLogin(login: Login, env: Environment): Promise<void> {
  const file = loginFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${randomUUID()}`
  try {
    await writeFile(written, `${JSON.stringify(login)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(written, file)
  } finally {
    await rm(written, { force: true })
  }
}
