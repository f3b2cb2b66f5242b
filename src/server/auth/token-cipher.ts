import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_PURPOSE = 'nano-sync user tokens'

/** Encrypts tokens, so a copy of the database alone does not reveal them. */
export interface TokenCipher {
  /** Encrypts a token for its owner, so a sealed token cannot be opened after a move to another row. */
  seal(given: { token: string; owner: string }): string
  /** Returns undefined if the token was sealed under an unknown secret or for another owner, or was altered. */
  open(given: SealedToken): string | undefined
  /** Seals a token again under the first secret; undefined if it is already sealed under it, or cannot be opened. */
  reseal(given: SealedToken): string | undefined
}

interface SealedToken {
  sealed: string
  owner: string
}

/**
 * Creates a cipher (AES-256-GCM) with a key derived from the first secret. Tokens sealed with the other secrets can still be
 * opened.
 */
export function createTokenCipher(secrets: readonly [string, ...string[]]): TokenCipher {
  const [current, ...earlier] = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, KEY_BYTES)),
  ) as [Buffer, ...Buffer[]]
  const openWithAny = (keys: readonly Buffer[], token: SealedToken) =>
    keys.map((key) => open(key, token)).find((opened) => opened !== undefined)
  const seal: TokenCipher['seal'] = ({ token, owner }) => {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, current, iv).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }
  return {
    seal,
    open: (token) => openWithAny([current, ...earlier], token),
    reseal(sealed) {
      if (open(current, sealed) !== undefined) return undefined
      const token = openWithAny(earlier, sealed)
      return token === undefined ? undefined : seal({ token, owner: sealed.owner })
    },
  }
}

function open(key: Buffer, { sealed, owner }: SealedToken): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    const token = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return Buffer.concat(token).toString('utf8')
  } catch {
    return undefined
  }
}
