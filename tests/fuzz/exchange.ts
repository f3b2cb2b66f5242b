import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

/** Time after which an incomplete request is ended: it announces more than it sends, so no server would answer it. */
const END_INCOMPLETE_MS = 300
/** Maximum of a kept reply: its beginning is enough to judge it. */
const MAX_KEPT_BYTES = 4096

/** A request as it goes over the wire. */
export interface RawRequest {
  readonly port: number
  readonly bytes: Buffer
  /** The client's address; a machine has many loopback addresses. */
  readonly from: string
  /** Whether it announces more than it sends. */
  readonly isIncomplete: boolean
  /** How long it may go unanswered before it counts as a hang. */
  readonly hangMs: number
}

export interface Exchanged {
  /** 0 when the connection ended without a reply. */
  readonly status: number
  readonly ms: number
  readonly isHang: boolean
  /** The beginning of the reply, with its headers. */
  readonly text: string
}

/** Sends a request on a connection of its own, byte by byte as it is, and reads the reply until the server ends it. */
export function exchange({ port, bytes, from, isIncomplete, hangMs }: RawRequest): Promise<Exchanged> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    let text = ''
    const finish = (isHang: boolean) => {
      clearTimeout(hang)
      clearTimeout(end)
      socket.destroy()
      // An interim reply, such as 100, comes before the final reply.
      const status = Number(/^HTTP\/1\.[01] ([2-5]\d\d)/m.exec(text)?.[1] ?? 0)
      resolve({ status, ms: performance.now() - startedAt, isHang, text })
    }
    const hang = setTimeout(finish, hangMs, true)
    const end = isIncomplete ? setTimeout(() => socket.end(), END_INCOMPLETE_MS) : undefined
    socket.on('data', (chunk) => {
      if (text.length < MAX_KEPT_BYTES) text += chunk.toString('latin1').slice(0, MAX_KEPT_BYTES)
      // An event stream does not end by itself.
      if (text.includes('text/event-stream')) finish(false)
    })
    socket.on('close', () => finish(false))
    // A server that refuses a request may close before reading all of it.
    socket.on('error', () => undefined)
    socket.write(bytes)
  })
}
