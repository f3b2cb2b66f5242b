import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { SECOND_MS } from '#domain/time.ts'

const KEY_BYTES = 32

/** Signatures of texts sent out and later returned to any node. Nobody without the secret can forge or alter them. */
export interface Signatures {
  /** Returns the signature: its expiry, a dot, and the signature of the text and the expiry. */
  sign(text: string): string
  isValid(text: string, signature: string): boolean
}

interface Options {
  /** The first secret signs. Signatures with the other secrets are valid, too. */
  secrets: readonly string[]
  /** A signature is valid for a single purpose. */
  purpose: string
  lifetimeMs: number
  now: () => Date
}

export function createSignatures({ secrets, purpose, lifetimeMs, now }: Options): Signatures {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES)))
  return {
    sign(text) {
      const [key] = keys
      if (!key) throw new Error('There is no secret to sign with')
      const endsAt = Math.floor((now().getTime() + lifetimeMs) / SECOND_MS)
      return `${endsAt}.${hmac(key, `${text}.${endsAt}`).toString('base64url')}`
    },
    isValid(text, signature) {
      const [endsAt = '', sent = ''] = signature.split('.')
      const given = Buffer.from(sent, 'base64url')
      const isGenuine = keys.some((key) => {
        const expected = hmac(key, `${text}.${endsAt}`)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isGenuine && Number(endsAt) * SECOND_MS > now().getTime()
    },
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
