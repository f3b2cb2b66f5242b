import { parentPort } from 'node:worker_threads'

/*
 * Makes calls in a thread with a heap of its own: the benchmark holds 20,000 spreadsheets, and collecting the garbage around them
 * would count as time of a call.
 */

export interface Call {
  readonly url: string
  readonly cookie: string
}

/** How long a call took, or why it failed. */
export type Called = { readonly ms: number } | { readonly error: string }

parentPort?.on('message', async (call: Call) => {
  parentPort?.postMessage(await make(call).catch((error: unknown): Called => ({ error: String(error) })))
})

async function make({ url, cookie }: Call): Promise<Called> {
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { cookie } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
  return { ms: performance.now() - startedAt }
}
