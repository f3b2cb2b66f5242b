import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'

const SECRET_BYTES = 32

/** Creates a random secret as base64url text. */
export const randomSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

/** Reads the secrets from the settings, or else the secret created in the data folder at the first start. */
export async function readSessionSecrets({
  sessionSecrets,
  dataDir,
}: Pick<Config, 'sessionSecrets' | 'dataDir'>): Promise<readonly string[]> {
  if (sessionSecrets.length > 0) return sessionSecrets
  return [await readOrCreateSecret({ dataDir, fileName: 'session-secret', create: randomSecret })]
}

interface SecretFile {
  dataDir: string
  fileName: string
  create: () => string
}

/** Reads a secret of this installation, or creates it in a file only its owner can read. */
export async function readOrCreateSecret({ dataDir, fileName, create }: SecretFile): Promise<string> {
  const path = join(dataDir, fileName)
  const stored = await readIfExists(path)
  if (stored !== undefined) return stored
  const secret = create()
  await mkdir(dataDir, { recursive: true })
  // Write to a temporary file first, so an interrupted start leaves no partial secret behind.
  await writeFile(`${path}.new`, secret, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
