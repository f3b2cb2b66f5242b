import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'

interface HttpProxy extends AsyncDisposable {
  readonly url: string
  /** The host and port of each request so far. */
  readonly hosts: readonly string[]
}

interface Options {
  /** Port to which the proxy connects, whatever the host. */
  port: number
  /** Whether the proxy demands authentication before it connects to a host. */
  refuses?: (host: string) => boolean
}

const ASKS_FOR_NAME = [
  'HTTP/1.1 407 Proxy Authentication Required',
  'Proxy-Authenticate: Basic realm="Company"',
  'Content-Type: text/html',
  'Content-Length: 5000',
]

/** Starts the proxy of a company's network, for requests with `https:` addresses. */
export async function startHttpProxy({ port, refuses = () => false }: Options): Promise<HttpProxy> {
  const hosts: string[] = []
  const server = createServer((request, response) => {
    hosts.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connect', ({ url = '' }, client: Duplex) => {
    hosts.push(url)
    if (refuses(url)) return refuse(client)
    const onward = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(client).pipe(onward)
    })
    // Close both sides after an error, because either side may end while the other still sends.
    client.on('error', () => onward.destroy())
    onward.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Its page would come after the head, when the other side has already closed the connection. */
function refuse(client: Duplex): void {
  client.on('error', () => client.destroy())
  client.write(`${ASKS_FOR_NAME.join('\r\n')}\r\n\r\n`)
}
