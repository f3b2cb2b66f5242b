import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { TokenCipher } from '#server/auth/token-cipher.ts'
import type { Orm } from '#server/storage/database.ts'
import { alertChannels } from '#server/storage/schema.ts'
import { SECRET_PREFIX } from './sign-webhook.ts'

const SECRET_BYTES = 32
/** Number of trailing characters shown of an address. */
const SHOWN_CHARACTERS = 4

type SecretField = 'sealedUrl' | 'sealedSecret'
type ChannelRow = typeof alertChannels.$inferSelect

/** The secrets of channels, encrypted for their channel and field. */
export interface ChannelSecrets {
  seal(given: { channelId: number; field: SecretField; value: string }): string
  /** Decrypts a secret; undefined if the channel has none, or if it was encrypted under an unknown secret. */
  open(row: Pick<ChannelRow, 'id' | SecretField>, field: SecretField): string | undefined
  /** Encrypts old channel secrets again with the current key. Returns the number of changed channels. */
  reencrypt(orm: Orm): Promise<number>
}

export function createChannelSecrets(cipher: TokenCipher): ChannelSecrets {
  const nameOwner = (channelId: number, field: SecretField) => `alert channel ${channelId} ${field}`
  const reseal = (row: ChannelRow, field: SecretField) => {
    const sealed = row[field]
    return sealed === null ? undefined : cipher.reseal({ sealed, owner: nameOwner(row.id, field) })
  }
  return {
    seal: ({ channelId, field, value }) => cipher.seal({ token: value, owner: nameOwner(channelId, field) }),
    open(row, field) {
      const sealed = row[field]
      return sealed === null ? undefined : cipher.open({ sealed, owner: nameOwner(row.id, field) })
    },
    reencrypt: (orm) =>
      orm.transaction(async (tx) => {
        let count = 0
        for (const row of await tx.select().from(alertChannels).for('update')) {
          const [url, secret] = [reseal(row, 'sealedUrl'), reseal(row, 'sealedSecret')]
          if (url === undefined && secret === undefined) continue
          const sealed = { ...(url && { sealedUrl: url }), ...(secret && { sealedSecret: secret }) }
          await tx.update(alertChannels).set(sealed).where(eq(alertChannels.id, row.id))
          count += 1
        }
        return count
      }),
  }
}

export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Shortens an address to its host and its last characters. */
export function buildHint(url: string): string {
  const { host, pathname, search } = new URL(url)
  const path = pathname + search
  return path.length > SHOWN_CHARACTERS * 3 ? `${host}/…${path.slice(-SHOWN_CHARACTERS)}` : `${host}/…`
}
