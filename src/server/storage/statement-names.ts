import { LRUCache } from 'lru-cache'

/** Minimum uses before a statement is worth the memory for its plan on every connection. */
const MIN_USES = 10
const MAX_NAMES = 60
const MAX_COUNTED = 1000

/**
 * Names frequent statements, because PostgreSQL parses and plans a named statement only once per connection. Planning the
 * queue's statements takes as long as executing them.
 */
export function createStatementNames(): (text: string) => string | undefined {
  const uses = new LRUCache<string, number>({ max: MAX_COUNTED })
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= MAX_NAMES) return name
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    if (count < MIN_USES) return undefined
    uses.delete(text)
    names.set(text, `s${names.size + 1}`)
    return names.get(text)
  }
}
