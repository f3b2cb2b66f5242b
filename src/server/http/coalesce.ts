/** Shares a computation among concurrent callers with the same key. */
export type Coalesce<Value> = (key: string, compute: () => Promise<Value>) => Promise<Value>

/**
 * A caller never receives a value computed from before the call, so earlier changes are included: during a computation,
 * all callers share the next computation.
 */
export function createCoalesce<Value>(): Coalesce<Value> {
  const running = new Map<string, Promise<unknown>>()
  const next = new Map<string, Promise<Value>>()

  function start(key: string, compute: () => Promise<Value>): Promise<Value> {
    next.delete(key)
    const value = compute()
    const ended = value.then(end, end)
    function end(): void {
      if (running.get(key) === ended) running.delete(key)
    }
    running.set(key, ended)
    return value
  }

  return (key, compute) => {
    const shared = next.get(key)
    if (shared) return shared
    const before = running.get(key)
    if (!before) return start(key, compute)
    const following = before.then(() => start(key, compute))
    next.set(key, following)
    return following
  }
}
