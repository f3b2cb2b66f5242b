import { randomBytes } from 'node:crypto'
import { CONFIRMATION_LIFETIME_MS, type Confirmations } from '#mcp/confirmations.ts'

const ID_BYTES = 16

/** Keeps confirmations in memory. Memory is enough because this process answers both calls of its only caller. */
export function createOwnConfirmations(): Confirmations {
  const created = new Map<string, { content: string; endsAt: number }>()
  return {
    create(content) {
      for (const [id, { endsAt }] of created) if (endsAt < Date.now()) created.delete(id)
      const id = randomBytes(ID_BYTES).toString('base64url')
      created.set(id, { content, endsAt: Date.now() + CONFIRMATION_LIFETIME_MS })
      return id
    },
    async use(content, confirmation) {
      const found = created.get(confirmation)
      if (found === undefined || found.content !== content || found.endsAt <= Date.now()) return false
      return created.delete(confirmation)
    },
  }
}
