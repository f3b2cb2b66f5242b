import { randomBytes } from 'node:crypto'
import type { Confirmations } from '#mcp/confirmations.ts'
import type { UseMarks } from '#server/auth/oauth-adapter.ts'
import type { Signatures } from '#server/auth/signatures.ts'
import type { Caller } from '#server/http/caller.ts'

const NONCE_BYTES = 9

interface Options {
  caller: Caller | undefined
  signatures: Signatures
  markUsed: UseMarks
}

/**
 * Creates confirmations signed for a token, so no other person or program can use them. A confirmation works once over all
 * nodes.
 */
export function createSignedConfirmations({ caller, signatures, markUsed }: Options): Confirmations {
  const buildSigned = (content: string, nonce: string) =>
    JSON.stringify([caller?.id, caller?.token?.id, nonce, content])
  return {
    create(content) {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      return `${nonce}.${signatures.sign(buildSigned(content, nonce))}`
    },
    async use(content, confirmation) {
      const [nonce = '', ...signature] = confirmation.split('.')
      const isGenuine = signatures.isValid(buildSigned(content, nonce), signature.join('.'))
      return isGenuine && (await markUsed(nonce))
    },
  }
}
