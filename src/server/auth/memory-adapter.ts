import type { Adapter, AdapterPayload } from 'oidc-provider/lib/provider.js'

/** Maximum entries, enough for the sign-ins of any trial on a single machine. Above it, the oldest entries are dropped. */
const MAX_ENTRIES = 1000

/** Stores a kind of the embedded provider's records in memory. The provider itself checks whether a record has expired. */
export function memoryAdapter(): Adapter {
  const entries = new Map<string, AdapterPayload>()

  return {
    async upsert(id, payload) {
      entries.delete(id)
      entries.set(id, payload)
      const oldest = entries.keys().next().value
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest)
    },
    find: async (id) => entries.get(id),
    findByUid: async (uid) => [...entries.values()].find((payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = entries.get(id)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}
