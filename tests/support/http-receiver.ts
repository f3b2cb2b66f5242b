import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A receiver of webhooks. */
interface HttpReceiver extends AsyncDisposable {
  /** Address of the receiver, with a slash at the end. */
  readonly url: string
  readonly received: ReceivedRequest[]
  /** Response to the next requests; 'nothing' leaves requests without a response. */
  answer: Answer | 'nothing'
}

/** Starts a receiver on a free port of this machine. By default it answers with 200 and 'ok'. */
export async function startHttpReceiver(): Promise<HttpReceiver> {
  const received: ReceivedRequest[] = []
  const receiver = { received, answer: { status: 200, text: 'ok' } as Answer | 'nothing' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    if (receiver.answer === 'nothing') return
    const { status, text = '', headers = {} } = receiver.answer
    response.writeHead(status, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
