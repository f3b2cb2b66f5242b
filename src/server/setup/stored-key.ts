import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#contract/errors.ts'
import { type Credentials, readCredentialJson } from '#server/config/credentials.ts'

const FILE_NAME = 'google-key.json'
const OWNER_ONLY = 0o600

/** Reads the service account's key that a member stored. Only the user who runs the app can read its file. */
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
  // Write to another file first, so no start finds a partial key.
  await writeFile(`${path}.new`, JSON.stringify(key), { mode: OWNER_ONLY })
  await rename(`${path}.new`, path)
}

export async function deleteStoredKey(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE_NAME), { force: true })
}

/**
 * Reads a pasted key of a service account. Other credentials are refused, because they name servers to call and programs to
 * run. Only people who run the app may choose these.
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
