// Preloaded into a node: a request to the provider may take seconds instead of minutes. A run waits that long for a write
// that was lost, and a short chaos run has no such time.
import { registerHooks } from 'node:module'

const FILE = '/src/server/google/request-sender.ts'
const TIMEOUT = /(?<=const REQUEST_TIMEOUT_MS = )[\d_]+/
/** Longer than a fault holds up a request. */
const SHORT_TIMEOUT_MS = 25_000

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith(FILE)) return loaded
    const source = String(loaded.source)
    if (!TIMEOUT.test(source)) throw new Error(`There is no timeout to shorten in ${FILE}`)
    return { ...loaded, source: source.replace(TIMEOUT, String(SHORT_TIMEOUT_MS)) }
  },
})
