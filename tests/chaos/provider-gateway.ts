import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startArrivalClock } from './arrival-clock.ts'
import { exchange } from './exchange.ts'
import type { Random } from './random.ts'
import type { Spreadsheets } from './spreadsheets.ts'
import type { World } from './world.ts'

/** The fate of a node's request; everything but `ok` is a fault. */
export type Outcome =
  | 'ok'
  /** Not applied, and answered with 429, 500 or 503. */
  | 429
  | 500
  | 503
  /** The connection breaks, before or after the request is applied. */
  | 'dropped'
  | 'answer lost'
  /** Held by the network, and applied when it works again. */
  | 'held'
  /** Swallowed by the network. */
  | 'swallowed'

/** A request as the provider's side saw it, with times in milliseconds. */
export interface ProviderRequest {
  readonly node: string
  readonly pid: number
  /** Undefined for the metadata of a spreadsheet shared by several tasks. */
  readonly taskId: number | undefined
  readonly spreadsheetId: string
  readonly isWrite: boolean
  readonly receivedAt: number
  outcome: Outcome
}

/** The content of a task's target tab right after a write was applied. */
export interface TargetState {
  readonly taskId: number
  readonly at: number
  readonly text: string
}

/** Everything the provider's side recorded. */
export interface ProviderLog {
  readonly requests: ProviderRequest[]
  readonly states: TargetState[]
}

export type LinkState = 'open' | 'cut' | 'stalled' | 'black-holed'

/** The chance of each fault per request. */
export interface FaultRates {
  failing: number
  breaking: number
  slow: number
}

/** The way from one node to the provider. */
export interface ProviderGateway extends AsyncDisposable {
  readonly url: string
  /** After `open`, held requests go on and swallowed ones break. */
  setLink(state: LinkState): void
  /** Answers the next requests with 429. */
  refuseNext(count: number): void
}

export interface GatewayOptions {
  node: { readonly name: string; readonly pid: () => number }
  providerUrl: string
  sheets: Spreadsheets
  world: () => World | undefined
  rates: FaultRates
  random: Random
  log: ProviderLog
}

const MIN_LATENCY_MS = 5
const MAX_LATENCY_MS = 120
const MIN_SLOW_MS = 1000
const MAX_SLOW_MS = 4000

export async function openProviderGateway(options: GatewayOptions): Promise<ProviderGateway> {
  const { node, providerUrl, sheets, world, rates, random, log } = options
  let link: LinkState = 'open'
  let reopened = Promise.withResolvers<void>()
  let refusals = 0
  const arrivals = startArrivalClock()

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = arrivals.earliest()
    const body = await text(request)
    const about = { url: request.url ?? '', body, isWrite: request.method !== 'GET' }
    const entry = {
      node: node.name,
      pid: node.pid(),
      ...aboutRequest(about, world()),
      receivedAt,
      outcome: chooseOutcome(),
    }
    log.requests.push(entry)
    await delay(random.between(MIN_LATENCY_MS, MAX_LATENCY_MS) + (random.chance(rates.slow) ? slowMs() : 0))
    if (link === 'cut') entry.outcome = 'dropped'
    if (link === 'stalled' || link === 'black-holed') {
      entry.outcome = link === 'stalled' ? 'held' : 'swallowed'
      await reopened.promise
    }
    const { outcome } = entry
    if (outcome === 'dropped' || outcome === 'swallowed') return void response.destroy()
    if (typeof outcome === 'number') return sendError(response, outcome)
    await forward({ request, body, entry, response })
  }

  function chooseOutcome(): Outcome {
    if (link === 'cut') return 'dropped'
    if (refusals > 0) {
      refusals -= 1
      return 429
    }
    if (random.chance(rates.failing)) return random.pick([500, 503] as const)
    if (random.chance(rates.breaking)) return random.pick(['dropped', 'answer lost'] as const)
    return 'ok'
  }

  const slowMs = () => random.between(MIN_SLOW_MS, MAX_SLOW_MS)

  async function forward({ request, body, entry, response }: Forwarded): Promise<void> {
    const { method = 'GET', url = '' } = request
    const answer = await exchange({ method, url: providerUrl + url, body: method === 'GET' ? undefined : body })
    if (entry.isWrite && answer.status === 200) await recordState(entry)
    if (entry.outcome === 'answer lost') return void response.destroy()
    response.writeHead(answer.status, { 'content-type': answer.contentType })
    response.end(answer.text)
  }

  async function recordState({ taskId }: ProviderRequest): Promise<void> {
    const at = Date.now()
    const task = world()?.tasks.find(({ id }) => id === taskId)
    if (task) log.states.push({ taskId: task.id, at, text: await sheets.readText(task.targetId, task.name) })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    setLink(state) {
      link = state
      if (state === 'cut') server.closeAllConnections()
      if (state !== 'open') return
      reopened.resolve()
      reopened = Promise.withResolvers()
    },
    refuseNext(count) {
      refusals = count
    },
    async [Symbol.asyncDispose]() {
      arrivals[Symbol.dispose]()
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Forwarded {
  request: IncomingMessage
  body: string
  entry: ProviderRequest
  response: ServerResponse
}

/** Finds the task by the tab the request names, or by a spreadsheet that only this task uses. */
function aboutRequest(
  { url, body, isWrite }: { url: string; body: string; isWrite: boolean },
  world: World | undefined,
) {
  const spreadsheetId = /\/v4\/spreadsheets\/([^/:?]+)/.exec(url)?.[1] ?? ''
  const tab = /'([^'!]+)'!/.exec(decodeURIComponent(url.replaceAll('+', ' ')) + body)?.[1]
  const users = (world?.tasks ?? []).filter((task) => [task.sourceId, task.targetId].includes(spreadsheetId))
  const byTab = users.find((task) => task.name === tab)
  const only = users.length === 1 ? users[0] : undefined
  return { taskId: (byTab ?? only)?.id, spreadsheetId, isWrite }
}

function sendError(response: ServerResponse, code: 429 | 500 | 503): void {
  const status = code === 429 ? 'RESOURCE_EXHAUSTED' : code === 500 ? 'INTERNAL' : 'UNAVAILABLE'
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { code, message: 'A fault of the chaos harness', status } }))
}
