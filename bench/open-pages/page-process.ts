import { get, type IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'

// Opens pages of the list, in a separate process. It counts every received event. It also reads the events of the first page,
// which tell all pages when to poll.
const STATUS_POLL_MS = 12_000
const LIST_POLL_MS = 60_000

/** Totals received by all pages since the figures were reset. */
export interface PageFigures {
  /** Bytes as sent, with the headers of the replies. */
  bytes: number
  /** Size of a page's events before compression. */
  plainBytes: number
  /** Number of events that a page received. */
  events: number
}

type Request = { kind: 'open'; url: string; cookies: string[]; count: number } | { kind: 'reset' } | { kind: 'figures' }

const figures: PageFigures = { bytes: 0, plainBytes: 0, events: 0 }
let position = ''

process.on('message', async (request: Request) => {
  if (request.kind === 'open') await openAll(request)
  if (request.kind === 'reset') Object.assign(figures, { bytes: 0, plainBytes: 0, events: 0 })
  process.send?.(figures)
})

async function openAll({ url, cookies, count }: Extract<Request, { kind: 'open' }>): Promise<void> {
  for (let page = 0; page < count; page += 1) {
    const headers = { cookie: cookies[page % cookies.length] ?? '', 'accept-encoding': 'gzip' }
    const read = (path: string, tag?: string) =>
      request(url + path, { ...headers, ...(tag && { 'if-none-match': tag }) })
    const stream = await read('/api/events')
    if (stream.statusCode !== 200) throw new Error(`A stream was refused with ${stream.statusCode}`)
    countBytes(stream)
    if (page === 0) readEvents(stream)
    for (const path of ['/api/sync_tasks?page=1&limit=400', '/api/sync_tasks/status_all']) countBytes(await read(path))
    const poll = async (path: string) => countBytes(await read(path, `W/"live.${position}"`))
    const every = (ms: number, path: string) =>
      setTimeout(() => setInterval(() => void poll(path), ms), Math.random() * ms)
    every(STATUS_POLL_MS, '/api/sync_tasks/status_all')
    every(LIST_POLL_MS, '/api/sync_tasks?page=1&limit=400')
  }
}

function request(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, { headers }, resolve).on('error', reject))
}

function countBytes(response: IncomingMessage): void {
  figures.bytes += response.rawHeaders.join('').length
  response.on('data', (bytes: Buffer) => {
    figures.bytes += bytes.length
  })
}

function readEvents(stream: IncomingMessage): void {
  const plain = stream.pipe(createGunzip()).setEncoding('utf8')
  plain.on('data', (text: string) => {
    figures.plainBytes += text.length
    for (const [, id = ''] of text.matchAll(/^id: (.*)$/gm)) {
      if (id !== position) figures.events += 1
      position = id
    }
  })
}
