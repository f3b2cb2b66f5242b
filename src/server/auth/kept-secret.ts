import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface KeptSecret {
  dataDir: string
  /** Name of the file; only its owner may read it. */
  fileName: string
  make: () => string
}

/** Reads a secret that this installation made for itself, or makes it the first time. */
export async function keptSecret({ dataDir, fileName, make }: KeptSecret): Promise<string> {
  const path = join(dataDir, fileName)
  const kept = await readIfThere(path)
  if (kept !== undefined) return kept
  const secret = make()
  await mkdir(dataDir, { recursive: true })
  // Written aside and moved, so that a start cut short leaves no half of a secret behind.
  await writeFile(`${path}.new`, secret, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
