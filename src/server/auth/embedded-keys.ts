import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { keptSecret } from './kept-secret.ts'

const SECRET_BYTES = 32

const EmbeddedKeys = z.object({
  jwk: z.record(z.string(), z.unknown()),
  cookieSecret: z.string(),
  clientSecret: z.string(),
})
export type EmbeddedKeys = z.infer<typeof EmbeddedKeys>

/** The keys of the embedded sign-in, made at the first start and kept in the data folder. */
export async function embeddedKeys(dataDir: string): Promise<EmbeddedKeys> {
  const json = await keptSecret({
    dataDir,
    fileName: 'embedded-sign-in-keys.json',
    make: () => JSON.stringify(makeKeys()),
  })
  return EmbeddedKeys.parse(JSON.parse(json))
}

function makeKeys(): EmbeddedKeys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    jwk: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') },
    cookieSecret: randomBytes(SECRET_BYTES).toString('base64url'),
    clientSecret: randomBytes(SECRET_BYTES).toString('base64url'),
  }
}
