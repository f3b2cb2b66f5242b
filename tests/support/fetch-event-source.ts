import { readBlocks } from './event-stream.ts'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Implements the parts of a browser's EventSource that pages use. */
export class FetchEventSource {
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string; lastEventId: string }) => void) | null = null
  onerror: (() => void) | null = null
  readonly #leaving = new AbortController()

  constructor(path: string, fetch: Fetch) {
    void this.#read(path, fetch).catch(() => undefined)
  }

  close(): void {
    this.#leaving.abort()
  }

  async #read(path: string, fetch: Fetch): Promise<void> {
    const { signal } = this.#leaving
    try {
      const response = await fetch(path, { signal })
      if (!response.ok || !response.body) throw new Error(`The stream was refused with ${response.status}`)
      this.onopen?.()
      for await (const block of readBlocks(response.body)) this.#dispatch(block)
    } finally {
      if (!signal.aborted) this.onerror?.()
    }
  }

  #dispatch(block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1]
    const lastEventId = /^id: (.*)$/m.exec(block)?.[1] ?? ''
    if (data !== undefined) this.onmessage?.({ data, lastEventId })
  }
}
