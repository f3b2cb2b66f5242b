import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { keptSecret } from './kept-secret.ts'

const SECRET_BYTES = 32

/** The secret that was set, else the one that this installation made at its first start and keeps in the data folder. */
export async function sessionSecretOf({
  sessionSecret,
  dataDir,
}: Pick<Config, 'sessionSecret' | 'dataDir'>): Promise<string> {
  const make = () => randomBytes(SECRET_BYTES).toString('base64url')
  return sessionSecret ?? keptSecret({ dataDir, fileName: 'session-secret', make })
}
