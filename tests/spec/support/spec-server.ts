import { type Call, calls, findCall, type Received } from './calls.ts'
import { NOT_FOUND, type PageAnswer, type PageCall, startPageServer } from './page-server.ts'
import { initialState, type State } from './records.ts'

/** An answer a journey can give the server. */
type Override = PageAnswer | ((request: Received) => PageAnswer | Promise<PageAnswer>)

export type SpecServer = Awaited<ReturnType<typeof startSpecServer>>

/**
 * Serves the built page and answers the calls in section 7 of the specification from memory, without any of the headers
 * and additions of the real server. It records every call.
 */
export async function startSpecServer() {
  let state = initialState()
  let received: Received[] = []
  const overrides = new Map<Call, Override>()

  function answer(request: PageCall): PageAnswer | Promise<PageAnswer> {
    const found = findCall(request.method, request.path)
    const seen: Received = { ...request, call: found?.call, ids: found?.ids ?? [] }
    received.push(seen)
    return replyTo(seen)
  }

  function replyTo(request: Received): PageAnswer | Promise<PageAnswer> {
    if (request.call === undefined) return NOT_FOUND
    const override = overrides.get(request.call)
    if (override === undefined) return calls[request.call](state, request)
    return typeof override === 'function' ? override(request) : override
  }

  const server = await startPageServer(answer)

  return {
    ...server,
    get state(): State {
      return state
    },
    /** The calls the page made, oldest first. */
    received: (call: Call): Received[] => received.filter((request) => request.call === call),
    /** The calls the page made after its last call of a kind. */
    receivedSince: (call: Call): (Call | undefined)[] =>
      received.slice(received.findLastIndex((request) => request.call === call) + 1).map((request) => request.call),
    /** The body of the only request of this kind. */
    requireBody(call: Call): unknown {
      const [request, ...others] = received.filter((one) => one.call === call)
      if (!request || others.length > 0) throw new Error(`${call} was made ${others.length + (request ? 1 : 0)} times`)
      return request.body
    },
    forgetReceived(): void {
      received = []
    },
    /** Answers a call in another way until `restore`. */
    reply: (call: Call, override: Override) => void overrides.set(call, override),
    restore: (...restored: Call[]) => {
      for (const call of restored) overrides.delete(call)
    },
    /** Leaves a call unanswered until the returned function is called. */
    hold(call: Call): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      overrides.set(call, async (request) => {
        await promise
        return calls[call](state, request)
      })
      return resolve
    },
    reset(): void {
      state = initialState()
      received = []
      overrides.clear()
    },
  }
}
