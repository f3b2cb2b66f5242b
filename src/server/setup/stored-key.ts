import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#contract/errors.ts'
import { type Credentials, readCredentialJson } from '#server/config/credentials.ts'

const FILE_NAME = 'google-key.json'
const OWNER_ONLY = 0o600

/** The key of a service account a member stored, in a file that only the user who runs the app can read. */
export async function readStoredKey(dataDir: string): Promise<Credentials | undefined> {
  try {
    const key = readCredentialJson(await readFile(join(dataDir, FILE_NAME), 'utf8'))
    return typeof key === 'string' ? undefined : key
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

export async function writeStoredKey(dataDir: string, key: Credentials): Promise<void> {
  const path = join(dataDir, FILE_NAME)
  // Written to another file first, so no start finds half a key.
  await writeFile(`${path}.new`, JSON.stringify(key), { mode: OWNER_ONLY })
  await rename(`${path}.new`, path)
}

export async function deleteStoredKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE_NAME), { force: true })
}

/**
 * Reads a pasted key. Only keys of service accounts: other credentials name servers to call and programs to run, which is
 * for those who run the app to decide.
 *
 * @throws Refusal 'invalid'
 */
export function parsePastedKey(text: string): Credentials {
  const key = readCredentialJson(text)
  if (typeof key !== 'string' && key.type === 'service_account') return key
  const message =
    'This is not the key of a service account. In the Google Cloud console, open the account, choose Keys > Add key > Create new key > JSON, and use the file that is downloaded'
  throw new Refusal('invalid', message, { key: message })
}
