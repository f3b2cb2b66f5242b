import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Exchange {
  readonly method: string
  readonly url: string
  /** JSON. */
  readonly body: string | undefined
}

interface Answer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** Sends a request on a connection of its own: an older connection may be closed just as it is used. */
export async function exchange({ method, url, body }: Exchange): Promise<Answer> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = request(url, { method, headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode = 0, headers: received } = response
  return { status: statusCode, contentType: received['content-type'] ?? '', text: await text(response) }
}
