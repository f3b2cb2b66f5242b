import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { randomSecret, readOrCreateSecret } from './read-or-create-secret.ts'

const EmbeddedKeys = z.object({
  jwk: z.record(z.string(), z.unknown()),
  cookieSecret: z.string(),
  clientSecret: z.string(),
})
export type EmbeddedKeys = z.infer<typeof EmbeddedKeys>

/** Name of the key file in the data folder. */
export const EMBEDDED_KEYS_FILE = 'embedded-sign-in-keys.json'

/** Reads the keys of the embedded sign-in. The first start creates them in the data folder. */
export async function readEmbeddedKeys(dataDir: string): Promise<EmbeddedKeys> {
  const json = await readOrCreateSecret({
    dataDir,
    fileName: EMBEDDED_KEYS_FILE,
    create: () => JSON.stringify(createKeys()),
  })
  return EmbeddedKeys.parse(JSON.parse(json))
}

function createKeys(): EmbeddedKeys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    jwk: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') },
    cookieSecret: randomSecret(),
    clientSecret: randomSecret(),
  }
}
